// A mutex per folder. A lock whose owner is gone, even by kill -9, is taken over.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identity, lives } from './alive.mjs'

/** The lock appears complete or not at all: it is written to a temporary file and hard-linked into place. */
function take(file) {
  const aside = `${file}.${process.pid}`
  fs.writeFileSync(aside, identity())
  try {
    fs.linkSync(aside, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    fs.rmSync(aside, { force: true })
  }
}

function dropStale(file) {
  const aside = `${file}.stale.${process.pid}`
  try {
    if (lives(fs.readFileSync(file, 'utf8'))) return false
    fs.renameSync(file, aside) // of several processes that found it stale, one renames it
    fs.rmSync(aside)
  } catch {
    // another process was first: check again
  }
  return true
}

/** Runs `work` while holding the lock of this name in `folder`. */
export async function locked(folder, name, work, waiting = () => {}) {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `.${name}.lock`)
  for (let turn = 0; !take(file); turn++) {
    if (dropStale(file)) continue
    if (turn === 10) waiting()
    await sleep(100)
  }
  try {
    return await work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}
