// A process whose event loop is blocked neither answers nor exits, so its supervisor must kill it.
import { isResponding } from './ready.mjs'

const CHECKS = 10

/**
 * Watches a process from its first heartbeat on, so a slow start is no failure. It counts checks, not seconds: while
 * the supervisor itself is suspended (a laptop that sleeps), nothing is counted.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ address?: string }} health a URL that gives any response; without one the process sends `alive` over its
 *   IPC channel
 * @param {number} timeoutMs without a heartbeat before `onHang` is called, once
 * @returns {() => void} stops watching
 */
export function watchHealth(child, { address }, timeoutMs, onHang) {
  let started = false
  let missed = 0
  const onHeartbeat = () => {
    started = true
    missed = 0
  }
  if (!address) child.on('message', (message) => message === 'alive' && onHeartbeat())
  const timer = setInterval(() => {
    missed += 1
    if (started && missed >= CHECKS) {
      clearInterval(timer)
      onHang()
    } else if (address) isResponding(address).then((answer) => answer && onHeartbeat())
  }, timeoutMs / CHECKS)
  return () => clearInterval(timer)
}
