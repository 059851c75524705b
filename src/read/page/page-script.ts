/** What the exported page does by itself: finds words, opens what has them, and goes from round to round. It asks for nothing. */
export const PAGE_SCRIPT = `(()=>{
const one=s=>document.querySelector(s),all=s=>[...document.querySelectorAll(s)]
const bar=one('.bar'),field=one('.bar input'),told=one('.bar output'),main=one('main'),rounds=all('section'),top=one('.top')
const contents=new Map(all('nav a').map(a=>[a.hash.slice(1),a]))
let hits=[],at=-1,timer
bar.hidden=false
const mark=(name,ranges)=>{if('highlights'in CSS)CSS.highlights.set(name,new Highlight(...ranges))}
const look=()=>{hits=[];at=-1
const words=field.value.trim()
if(words.length>1){const pattern=new RegExp(words.replace(/[.*+?^\${}()|[\\]\\\\]/g,'\\\\$&').replace(/\\s+/g,'\\\\s+'),'gi')
const walker=document.createTreeWalker(main,NodeFilter.SHOW_TEXT)
for(let node;hits.length<5000&&(node=walker.nextNode());)for(const found of node.data.matchAll(pattern)){const range=document.createRange();range.setStart(node,found.index);range.setEnd(node,found.index+found[0].length);hits.push(range)}
told.textContent=hits.length?'':'not in this session'}else told.textContent=''
mark('found',hits);mark('found-now',[])
if(hits.length)step(1)}
const step=by=>{if(!hits.length)return
at=(at+by+hits.length)%hits.length
const range=hits[at],from=range.startContainer.parentElement
for(let box=from.closest('details');box;box=box.parentElement.closest('details'))box.open=true
mark('found-now',[range])
const pre=from.closest('pre')
if(pre)pre.scrollTop+=range.getBoundingClientRect().top-pre.getBoundingClientRect().top-60
scrollBy(0,range.getBoundingClientRect().top-innerHeight/2.6)
told.textContent=(at+1)+' of '+hits.length+(hits.length===5000?' or more':'')+' · '+from.closest('section').dataset.name}
const here=()=>{const edge=top.getBoundingClientRect().bottom+12
return Math.max(0,rounds.findLastIndex(r=>r.getBoundingClientRect().top<=edge))}
const go=by=>rounds[Math.min(rounds.length-1,Math.max(0,here()+by))]?.scrollIntoView()
const openAll=()=>{const boxes=all('main details'),open=boxes.some(b=>!b.open);for(const b of boxes)b.open=open}
const turn=()=>{const root=document.documentElement,dark=root.dataset.theme?root.dataset.theme==='dark':matchMedia('(prefers-color-scheme:dark)').matches;root.dataset.theme=dark?'light':'dark'}
field.oninput=()=>{clearTimeout(timer);timer=setTimeout(look,120)}
one('.bar .open').onclick=openAll
one('.bar .theme').onclick=turn
addEventListener('keydown',e=>{if(e.metaKey||e.ctrlKey||e.altKey)return
if(e.target===field){if(e.key==='Enter'){e.preventDefault();step(e.shiftKey?-1:1)}else if(e.key==='Escape'){field.value='';look();field.blur()}return}
const does={'/':()=>{field.focus();field.select()},n:()=>step(1),N:()=>step(-1),j:()=>go(1),k:()=>go(-1),o:openAll}[e.key]
if(does){e.preventDefault();does()}})
let waiting=false
const follow=()=>{waiting=false
const link=contents.get(rounds[here()]?.id),old=one('nav a[aria-current]')
if(!link||link===old)return
old?.removeAttribute('aria-current');link.setAttribute('aria-current','true')
const box=link.closest('nav'),place=link.offsetTop-box.offsetTop
if(place<box.scrollTop||place>box.scrollTop+box.clientHeight-60)box.scrollTop=place-box.clientHeight/3}
addEventListener('scroll',()=>{if(!waiting){waiting=true;requestAnimationFrame(follow)}},{passive:true})
follow()
})()`
