// Which Node runs the product? Node 24 comes with the packages where npm has one; elsewhere the machine's own must do.
import { spawnSync } from 'node:child_process'
import { Problem } from './project.mjs'

const atLeast = (version, [major, minor]) => {
  const [a, b] = version.replace(/^v/, '').split('.').map(Number)
  return a > major || (a === major && b >= minor)
}

/** Before anything else: can this Node run the scripts at all? */
export function checkScriptNode() {
  if (atLeast(process.version, [20, 19])) return
  throw new Problem(
    `Accord needs Node 20.19 or newer to start; this is ${process.version}. See https://nodejs.org`,
  )
}

/** After the installation: can the Node that comes first in the path run TypeScript files? */
export function checkProductNode() {
  const { stdout } = spawnSync('node', ['-v'], { encoding: 'utf8' })
  const version = stdout?.trim() || process.version
  if (atLeast(version, [22, 18])) return
  throw new Problem(
    `Accord ships its own Node for Linux on x64 and arm64. On ${process.platform} ${process.arch} it needs ` +
      `Node 22.18 or newer; this is ${version}.`,
  )
}
