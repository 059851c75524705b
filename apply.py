import os,shutil
os.chdir('/work/wt/viewer')
def sub(p, *pairs):
    s=open(p).read()
    for a,b in pairs:
        if a not in s: print('MISSING',p,repr(a[:70]))
        s=s.replace(a,b)
    open(p,'w').write(s)
shutil.copy('/tmp/new/html-document.ts','src/actions/html-document.ts')
shutil.copy('/tmp/new/export-answer.ts','src/shells/http/export-answer.ts')
shutil.copy('/tmp/new/viewer.ts','bench/viewer.ts')
shutil.copy('/tmp/new/many-rounds.ts','bench/data/many-rounds.ts')
sub('src/actions/export.ts',
 ("export const EXPORT_FORMATS = ['raw', 'json', 'markdown'] as const","export const EXPORT_FORMATS = ['raw', 'json', 'markdown', 'html'] as const"),
 ("      return markdownDocument(workspace, session)\n  }","      return markdownDocument(workspace, session)\n    case 'html':\n      return htmlDocument(workspace, session)\n  }"),
 ("import { placeFile,","import { htmlDocument } from './html-document.ts'\nimport { placeFile,"),
 ("the client's file to the byte, one JSON value, or Markdown. */","the client's file to the byte, one JSON value, Markdown, or a page. */"))
sub('src/shells/cli/commands/export.ts',("const FORMATS = ['raw', 'json', 'markdown'] as const","const FORMATS = ['raw', 'json', 'markdown', 'html'] as const"),
 ("json into a folder gives its rounds, an index and session.db.","json into a folder gives its rounds, an index and session.db. html is one page with nothing to load; in it and in markdown secrets are masked."))
sub('src/shells/http/app.ts',
 ("import { onlyHosts,","import { EXPORT, exportAnswer } from './export-answer.ts'\nimport { onlyHosts,"),
 ("  for (const action of ACTIONS) {","  for (const action of [...ACTIONS, EXPORT]) {"),
 ("      return context.json((await run(action, read.input)) as object)","      const value = await run(action, read.input)\n      return action === EXPORT ? exportAnswer(context, value) : context.json(value as object)"),
 ("context.json(openApi(ACTIONS, version))","context.json(openApi([...ACTIONS, EXPORT], version))"))
sub('viewer/src/pages/Session.svelte',
 ("    gap: 8px;\n    max-height: 62vh;","    grid-auto-rows: max-content;\n    gap: 8px;\n    max-height: 62vh;"),
 ("  .tabs {\n    display: flex;","  .tabs {\n    display: flex;\n    flex: none;"),
 ("    .size {\n      width: 100%;\n    }","    .size {\n      width: 100%;\n      margin-left: 0;\n    }\n    .tools {\n      flex-wrap: wrap;\n      gap: 6px 10px;\n    }\n    .tools .gap {\n      display: none;\n    }\n    .tools input {\n      flex: 1 1 110px;\n    }"))
sub('scripts/bench.mjs',("  'engagements',\n]","  'engagements',\n  'viewer',\n]"))
sub('scripts/start.mjs',
 ("// From a fresh clone to the overview: installs and builds when needed, captures the sessions found on this machine,\n// or the bundled sample where there are none, and shows what is in the record.","// From a fresh clone to the viewer: installs and builds when needed, captures the sessions found on this machine, or the\n// bundled sample where there are none, shows what is in the record, and serves the page until Ctrl-C."),
 ("run(process.execPath, [stet])\nsay(`the command is ${stet}; alias stet=\"${stet}\" makes it short`)","run(process.execPath, [stet])\nsay(`the command is ${stet}; alias stet=\"${stet}\" makes it short`)\nprocess.on('SIGINT', () => {}) // the viewer gets it too, and ends of its own\nrun(process.execPath, [stet, 'view'])"),
 ("  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).some(\n    (name) => statSync(join(ROOT, 'src', name)).mtimeMs > bundle.mtimeMs,\n  )","  return ['src', 'viewer'].some((folder) =>\n    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).some(\n      (name) => statSync(join(ROOT, folder, name)).mtimeMs > bundle.mtimeMs,\n    ),\n  )"))
