// A process whose event loop no longer turns answers nobody and never ends by itself: its supervisor must end it.
import { respond } from './ready.mjs'

const LOOKS = 10

/**
 * Watches a process from its first sign of life on: one that is slow to start is left alone. Looks are counted, not
 * seconds: while the supervisor itself stands still (a machine that sleeps), nothing is counted.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ address?: string }} health an address that gives any answer; without one the process says `alive` over its
 *   channel
 * @param {number} patience so many milliseconds without a sign of life, and `hung` is called once
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
