// Which Node runs the product: Node 24 comes as a package where npm has one; elsewhere the machine's own is used.
import { spawnSync } from 'node:child_process'
import { Problem } from './project.mjs'

const atLeast = (version, [major, minor]) => {
  const [a, b] = version.replace(/^v/, '').split('.').map(Number)
  return a > major || (a === major && b >= minor)
}

/** Run after the installation: checks that the first Node in the path can run TypeScript files. */
export function checkProductNode() {
  const { stdout } = spawnSync('node', ['-v'], { encoding: 'utf8' })
  const version = stdout?.trim() || process.version
  if (atLeast(version, [22, 18])) return
  throw new Problem(
    `Accord ships its own Node for Linux on x64 and arm64. On ${process.platform} ${process.arch} it needs ` +
      `Node 22.18 or newer; this is ${version}.`,
  )
}
