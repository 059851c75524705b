// Imported first by every script: says which Node is needed instead of failing at something that an older one lacks.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Stet needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`)
  process.exit(1)
}
