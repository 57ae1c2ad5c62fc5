// A mutex per folder. A lock whose owner is gone, even by kill -9, is taken over.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identity, isAlive } from './identity.mjs'

/** The lock appears complete or not at all: it is written to a temporary file and hard-linked into place. */
function acquire(file) {
  const temporary = `${file}.${process.pid}`
  try {
    fs.writeFileSync(temporary, identity())
    fs.linkSync(temporary, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    fs.rmSync(temporary, { force: true })
  }
}

function removeStale(file) {
  const temporary = `${file}.stale.${process.pid}`
  try {
    if (isAlive(fs.readFileSync(file, 'utf8'))) return false
    fs.renameSync(file, temporary) // only one of several processes succeeds
    fs.rmSync(temporary)
  } catch {
    // another process was first: check again
  }
  return true
}

/** Runs `work` while holding the lock of this name in `folder`. */
export async function withLock(folder, name, work, onWait = () => {}) {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `.${name}.lock`)
  for (let attempt = 0; !acquire(file); attempt++) {
    if (removeStale(file)) continue
    if (attempt === 10) onWait()
    await sleep(100)
  }
  try {
    return await work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}
