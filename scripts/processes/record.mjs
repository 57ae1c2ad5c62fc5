// DATA_DIR/processes.json lists the processes of this office. One supervisor per data folder, from its start on.
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../prepare/project.mjs'
import { startTimeOf } from './identity.mjs'
import { withLock } from './lock.mjs'

const isRunning = (entry) => entry.born && startTimeOf(entry.pid) === entry.born

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return { processes: [] } // no record yet
  }
}

/** @param {{ supervisor: object, address: string, processes: object[] }} record replaced atomically */
export function writeRecord(file, record) {
  fs.writeFileSync(`${file}.new`, JSON.stringify(record, null, 2))
  fs.renameSync(`${file}.new`, file)
}

/**
 * Processes of a supervisor that was killed with -9 exit within a second (`disconnect`). One that was still starting
 * may miss that, so it is killed here, by its recorded identity.
 */
async function killLeftovers({ processes }) {
  const leftovers = processes.filter(isRunning)
  for (let attempt = 0; attempt < 12 && leftovers.some(isRunning); attempt++) await sleep(250)
  for (const { pid } of leftovers.filter(isRunning)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // it ended in the meantime
    }
  }
}

/**
 * Makes this process the supervisor of the office.
 * @returns {Promise<() => void>} releases it
 * @throws {Problem} when another supervisor runs it
 */
export const claimOffice = (file, dataDir, address) =>
  withLock(dataDir, 'office', async () => {
    const previous = read(file)
    if (previous.supervisor && isRunning(previous.supervisor)) {
      throw new Problem(
        `Accord is already running on ${previous.address}, with the data in ${dataDir} (process ${previous.supervisor.pid}).\n` +
          'Stop it first, or start a second office with its own data: DATA_DIR=… PORT=… SERVICE_PORT=… npm start',
      )
    }
    await killLeftovers(previous)
    writeRecord(file, {
      supervisor: { pid: process.pid, born: startTimeOf(process.pid) },
      address,
      processes: [],
    })
    return () => fs.rmSync(file, { force: true })
  })
