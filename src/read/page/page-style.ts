/** The looks of the page that a session is exported as: those of the viewer, for reading from top to bottom. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--bg:light-dark(oklch(.975 .003 250),oklch(.195 .008 255));--pane:light-dark(oklch(.992 .001 250),oklch(.222 .009 255));--raised:light-dark(oklch(.955 .004 250),oklch(.262 .01 255));--line:light-dark(oklch(.895 .005 250),oklch(.315 .011 255));--text:light-dark(oklch(.26 .012 255),oklch(.905 .006 255));--muted:light-dark(oklch(.47 .014 255),oklch(.715 .012 255));--accent:light-dark(oklch(.5 .16 258),oklch(.74 .12 250));--soft:light-dark(oklch(.935 .03 255),oklch(.3 .045 255));--user:light-dark(oklch(.6 .13 255),oklch(.7 .12 255));--agent:light-dark(oklch(.64 .11 165),oklch(.74 .11 165));--thinking:light-dark(oklch(.6 .13 305),oklch(.7 .12 305));--call:light-dark(oklch(.72 .13 95),oklch(.79 .12 95));--result:light-dark(oklch(.66 .14 45),oklch(.72 .13 45));--note:light-dark(oklch(.64 .1 0),oklch(.72 .1 0));--synthetic:light-dark(oklch(.55 .02 255),oklch(.65 .02 255));--fixed:light-dark(oklch(.83 .008 255),oklch(.4 .012 255));--unread:light-dark(oklch(.78 .012 255),oklch(.46 .014 255));--good:light-dark(oklch(.44 .12 150),oklch(.76 .13 150));--bad:light-dark(oklch(.5 .19 27),oklch(.75 .15 27));--add:light-dark(oklch(.945 .045 150),oklch(.29 .05 150));--del:light-dark(oklch(.945 .035 25),oklch(.3 .06 25));--mono:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace;--top:82px;font:14px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;background:var(--bg);color:var(--text);scroll-padding-top:calc(var(--top) + 8px)}
[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}body,h1,h2,h3,p,ul,ol,pre,blockquote{margin:0}ul,ol{padding:0;list-style:none}a{color:inherit;text-decoration:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
small,time,.muted,.who{color:var(--muted);font-size:12px;font-weight:400;font-variant-numeric:tabular-nums}
header{display:flex;flex-wrap:wrap;gap:2px 20px;align-items:baseline;padding:16px 20px 10px;background:var(--pane)}
h1{flex:1 1 60%;font-size:18px;font-weight:620;overflow-wrap:anywhere}
header p{flex:1 1 100%;color:var(--muted);font-size:13px}
.full{font-size:13px;font-variant-numeric:tabular-nums;white-space:nowrap}
.top{position:sticky;z-index:2;top:0;height:var(--top);padding:4px 20px;border-bottom:1px solid var(--line);background:var(--pane)}
.maps{height:40px}.map{display:block;width:100%;height:32px;background:var(--raised)}.map-old{display:block;width:100%;height:5px;margin-top:3px}
.map rect,.map-old rect{fill:transparent}.map-old rect{fill:var(--fixed);stroke:var(--pane)}.map a:hover rect{fill:color-mix(in oklch,var(--text) 22%,transparent)}.map-old a:hover rect{fill:var(--muted)}
.hatch{fill:none;stroke:var(--pane);stroke-opacity:.45}
.bar{display:flex;gap:8px;align-items:center;height:34px;font-size:13px}.bar[hidden]{display:none}
.bar input{flex:0 1 260px;min-width:0;height:26px;padding:0 8px;border:1px solid var(--line);border-radius:4px;background:var(--bg);color:inherit;font:inherit}
.bar button{height:26px;padding:0 8px;border:1px solid var(--line);border-radius:4px;background:none;color:inherit;font:inherit;white-space:nowrap}.bar button:hover{background:var(--raised)}
.bar output{flex:1;min-width:0;overflow:hidden;color:var(--muted);text-overflow:ellipsis;white-space:nowrap}
kbd{padding:0 4px;border:1px solid var(--line);border-radius:3px;color:var(--muted);font:11px/16px var(--mono)}
.legend{display:flex;flex-wrap:wrap;gap:2px 14px;padding:8px 20px 10px;border-bottom:1px solid var(--line);background:var(--pane);font-size:12px}.legend i{display:inline-block;width:9px;height:9px;margin-right:6px}
.cols{display:grid;grid-template-columns:300px minmax(0,1fr)}
nav{position:sticky;top:var(--top);align-self:start;max-height:calc(100vh - var(--top));overflow:auto;padding:8px 0 40px;border-right:1px solid var(--line);font-size:13px}
nav a{display:grid;grid-template-columns:30px minmax(0,1fr) auto;gap:8px;padding:3px 12px 3px 8px}nav a:hover{background:var(--raised)}nav a[aria-current]{background:var(--soft);box-shadow:inset 3px 0 var(--accent)}
nav b{font-weight:400;color:var(--muted);text-align:right;font-variant-numeric:tabular-nums}nav span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}nav .old span{color:var(--muted)}
main{max-width:1000px;min-width:0;padding:0 20px 40vh}
section{padding:14px 0 18px;border-bottom:1px solid var(--line)}
h2{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;margin-bottom:6px;font-size:14px;font-weight:620}h2 mark,h2 i{padding:0 6px;border-radius:3px;background:var(--raised);color:inherit;font-size:12px;font-weight:400;font-style:normal}
.said,details{margin:2px 0;padding:4px 0 4px 12px;border-left:3px solid var(--agent)}.you{border-color:var(--user)}.who{display:block}
.thinking{border-color:var(--thinking)}.note{border-color:var(--note)}.tool{border-color:var(--call)}.failed{border-color:var(--bad)}
p,li{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}.said p,.said li{max-width:82ch}.said>*+*{margin-top:8px}.said>.who+*{margin-top:0}.said li>*{margin-top:4px}
.said ul{padding-left:20px;list-style:disc}.said ol{padding-left:24px;list-style:decimal}h3{font-size:14px;font-weight:640}
hr{width:100%;border:0;border-top:1px solid var(--line)}blockquote{padding-left:10px;border-left:3px solid var(--line)}
table{display:block;overflow:auto;border-collapse:collapse}th,td{padding:3px 10px;border:1px solid var(--line);text-align:left;vertical-align:top}
code,pre{font:12.5px/1.5 var(--mono)}p code,li code,td code,h3 code{padding:1px 4px;border-radius:3px;background:var(--raised)}
pre{margin:4px 0;padding:6px 10px;overflow:auto;max-height:60vh;background:var(--raised);white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;tab-size:4}
details{padding:0 0 0 12px}details p{padding:2px 0 6px;color:var(--muted)}summary{min-height:24px;color:var(--muted)}
.tool>summary{display:grid;grid-template-columns:auto minmax(0,1fr) auto 52px 40px;gap:10px;align-items:baseline;list-style:none;color:inherit}.tool>summary::-webkit-details-marker{display:none}.tool>summary:hover{background:var(--raised)}
.tool>summary b{font-weight:560}.tool>summary code{overflow:hidden;color:var(--muted);text-overflow:ellipsis;white-space:nowrap}.tool[open]>summary code{white-space:pre-wrap;overflow-wrap:anywhere}
summary ins,summary del{text-decoration:none;color:var(--good);font-weight:560}summary del{color:var(--bad)}summary em,.tool>summary small{text-align:right}summary em{color:var(--bad);font-size:12px;font-style:normal}
.diff{padding:4px 0}.diff ins,.diff del,.diff span{display:block;min-height:18px;padding:0 10px;text-decoration:none}.diff ins{background:var(--add)}.diff del{background:var(--del)}
img{display:block;max-width:min(100%,480px);max-height:320px;margin:4px 0;border:1px solid var(--line)}
::highlight(found){background:light-dark(oklch(.93 .1 95),oklch(.45 .09 90));color:inherit}::highlight(found-now){background:light-dark(oklch(.82 .16 75),oklch(.62 .13 75));color:light-dark(oklch(.2 0 0),oklch(.13 0 0))}
footer{padding:20px 0;color:var(--muted);font-size:12px}
@media(max-width:900px){.cols{grid-template-columns:minmax(0,1fr)}nav{position:static;max-height:34vh;border-right:0;border-bottom:1px solid var(--line)}.wide{display:none}header,.top,.legend{padding-left:12px;padding-right:12px}main{padding:0 12px 40vh}}
@media print{.top,nav{display:none}.cols{display:block}pre{max-height:none}}
${['user', 'agent', 'thinking', 'call', 'result', 'note', 'synthetic', 'fixed', 'unread'].map((kind) => `.f-${kind}{fill:var(--${kind})}.b-${kind}{background:var(--${kind})}`).join('')}.b-fixed{background:repeating-linear-gradient(135deg,var(--fixed) 0 2px,var(--pane) 2px 3px)}.b-old{background:var(--fixed)}
`
