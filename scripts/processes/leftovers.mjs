// What a supervisor that was killed with -9 left behind ends by itself within a second (`disconnect`).
// One that was still starting up may miss the message: the next start ends it by its recorded identity.
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../prepare/project.mjs'
import { born } from './alive.mjs'

const alive = (entry) => entry.born && born(entry.pid) === entry.born

export async function endLeftovers(record, dataDir) {
  if (!fs.existsSync(record)) return
  let found
  try {
    found = JSON.parse(fs.readFileSync(record, 'utf8'))
  } catch {
    return
  }
  if (found.supervisorBorn && born(found.supervisor) === found.supervisorBorn) {
    throw new Problem(
      `Accord is already running on the data in ${dataDir} (process ${found.supervisor}).\n` +
        'Stop it first, or start a second office with its own data: DATA_DIR=… PORT=… SERVICE_PORT=… npm start',
    )
  }
  const left = (found.processes ?? []).filter(alive)
  for (let turn = 0; turn < 12 && left.some(alive); turn++) await sleep(250)
  for (const entry of left.filter(alive)) {
    try {
      process.kill(entry.pid, 'SIGKILL')
    } catch {
      // it ended in between
    }
  }
}
