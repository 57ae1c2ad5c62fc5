// Detects which processes are alive. Process ids are reused, so id + start time identifies a process.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/**
 * @returns {string[]} the fields of a process on Linux after the name of its program: state, parent …
 * @throws when it has ended
 */
export const statOf = (pid) => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')

/** @returns {string | undefined} the start time of a process; undefined when it has ended or is a zombie */
export function startTimeOf(pid) {
  if (!fs.existsSync('/proc/self/stat')) {
    return (
      spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined
    )
  }
  try {
    const fields = statOf(pid)
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** "pid startTime", the identity in locks, leases and records */
export const identity = (pid = process.pid) => `${pid} ${startTimeOf(pid)}`
export const isAlive = (holder) => {
  const [pid, ...startTime] = holder.split(' ')
  return Number(pid) > 0 && startTimeOf(Number(pid)) === startTime.join(' ')
}

/** @returns {string[]} the identities that hold a lease in this folder; the leases of dead processes are removed */
export function activeLeases(folder) {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name)
    const holder = fs.readFileSync(file, 'utf8')
    if (isAlive(holder)) return [holder]
    fs.rmSync(file, { force: true })
    return []
  })
}

/**
 * Holds a lease for as long as the process lives. @returns {() => string[]} releases it and returns the remaining
 * holders
 */
export function acquireLease(folder) {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, String(process.pid))
  fs.writeFileSync(file, identity())
  return () => {
    fs.rmSync(file, { force: true })
    return activeLeases(folder)
  }
}
