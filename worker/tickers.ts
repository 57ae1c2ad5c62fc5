import { logger } from '@/lib/platform/logger.server'

export type Ticker = { stop: () => Promise<void> }

/**
 * Does something again and again, never twice at the same time: the next turn begins `everyMs` after the last one ended.
 * A turn that fails is logged; the next one comes all the same.
 */
export function every(everyMs: number, name: string, work: () => Promise<unknown>): Ticker {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  const next = () => {
    turn = work()
      .catch((error: unknown) => logger.error({ error, ticker: name }, 'turn failed'))
      .then(() => {
        if (!stopped) timer = setTimeout(next, everyMs)
      })
  }
  next()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return turn
    },
  }
}
