// Skips a step when nothing changed: a stamp is the hash of the inputs of a step that succeeded.
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { withLock } from '../processes/lock.mjs'
import { cache, log, makeFolder, root } from './project.mjs'

const ignored = (file) => /\.test\.tsx?$/.test(file) || file === 'generated' || file === 'testing'

/**
 * @returns {string} one hash of the names and contents of all files in these paths, without tests, which don't affect a
 *   build
 */
function hashOf(paths) {
  const hash = crypto.createHash('sha256')
  const add = (at) => {
    const stat = fs.statSync(at, { throwIfNoEntry: false })
    if (!stat) return
    if (stat.isDirectory()) {
      for (const entry of fs.readdirSync(at).sort()) if (!ignored(entry)) add(path.join(at, entry))
    } else hash.update(`${at}\0`).update(fs.readFileSync(at))
  }
  paths.forEach(add)
  return hash.digest('hex')
}

/** @returns {boolean} whether `output` exists and was made from exactly these inputs */
export function isFresh(name, inputs, output) {
  const stamp = path.join(cache, 'stamps', name)
  return fs.existsSync(output) && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hashOf(inputs)
}

/**
 * Runs `work` unless its output is fresh. A step that fails or is killed leaves no stamp and runs again. Two starts from
 * one folder take turns, and the second one finds the output of the first.
 */
export async function runIfStale(name, inputs, output, work) {
  if (isFresh(name, inputs, output)) return false
  const stamp = path.join(makeFolder(path.join(cache, 'stamps')), name)
  const onWait = () => log('waiting for another program that installs or builds in this folder')
  // outside node_modules, which an installation deletes
  return withLock(makeFolder(path.join(root, '.data')), 'prepare', run, onWait)

  async function run() {
    if (isFresh(name, inputs, output)) return false
    fs.rmSync(stamp, { force: true })
    const hash = hashOf(inputs)
    await work()
    fs.mkdirSync(path.dirname(stamp), { recursive: true })
    fs.writeFileSync(stamp, hash)
    return true
  }
}
