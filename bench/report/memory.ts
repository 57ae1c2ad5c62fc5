import fs from 'node:fs'

export const MIB = 1024 * 1024

/** The resident memory of a process in bytes, uncollected garbage included; 0 when it has ended, or without /proc. */
export function residentMemory(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
