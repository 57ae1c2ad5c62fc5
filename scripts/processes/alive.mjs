// Who is still there? A process id alone says little (ids are used again): id + time of birth is one process.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** @returns {string | undefined} when this process was born; undefined when it is gone (a zombie is gone) */
export function born(pid) {
  if (!fs.existsSync('/proc/self/stat')) {
    return (
      spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined
    )
  }
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** "pid born", the identity written into locks, leases and records */
export const identity = (pid = process.pid) => `${pid} ${born(pid)}`
export const lives = (who) => {
  const [pid, ...when] = who.split(' ')
  return Number(pid) > 0 && born(Number(pid)) === when.join(' ')
}

/** @returns {string[]} the identities that still hold a lease in this folder; the leases of the dead are removed */
export function leases(folder) {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name)
    const who = fs.readFileSync(file, 'utf8')
    if (lives(who)) return [who]
    fs.rmSync(file, { force: true })
    return []
  })
}

/** Says "I am using this" for as long as the process lives. @returns {() => string[]} gives it back; answers who is left */
export function lease(folder) {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, String(process.pid))
  fs.writeFileSync(file, identity())
  return () => {
    fs.rmSync(file, { force: true })
    return leases(folder)
  }
}
