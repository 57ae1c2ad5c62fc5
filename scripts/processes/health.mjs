// A process whose event loop is blocked neither answers nor exits, so its supervisor must kill it.
import { respond } from './ready.mjs'

const LOOKS = 10

/**
 * Watches a process from its first heartbeat on, so a slow start is no failure. It counts checks, not seconds: while
 * the supervisor itself is suspended (a laptop that sleeps), nothing is counted.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ address?: string }} health a URL that gives any response; without one the process sends `alive` over its
 *   IPC channel
 * @param {number} patience milliseconds without a heartbeat before `hung` is called, once
 * @returns {() => void} stops watching
 */
export function watchHealth(child, { address }, patience, hung) {
  let known = false
  let missed = 0
  const alive = () => {
    known = true
    missed = 0
  }
  if (!address) child.on('message', (message) => message === 'alive' && alive())
  const timer = setInterval(() => {
    missed += 1
    if (known && missed >= LOOKS) {
      clearInterval(timer)
      hung()
    } else if (address) respond(address).then((answer) => answer && alive())
  }, patience / LOOKS)
  return () => clearInterval(timer)
}
