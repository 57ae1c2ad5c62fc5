// Loaded before every command of package.json (`node -r`), also by a Node that can't read the command itself, such as the
// one of a Linux distribution: so without syntax or functions that are newer than ES2015.
const [major, minor] = process.version.slice(1).split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `\nAccord needs Node 20.19 or newer to start; this is ${process.version}. See https://nodejs.org\n`,
  )
  process.exit(1)
}
