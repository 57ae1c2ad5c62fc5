import 'server-only'
import { logger } from '@/lib/platform/log/logger.server'

/**
 * Settles requests one by one: a failure is logged and doesn't stop the others.
 * @param items what the log may name: IDs only
 * @returns how many were settled
 */
export async function settleEach<T extends object>(
  items: readonly T[],
  settle: (one: T) => Promise<boolean>,
): Promise<number> {
  let settled = 0
  for (const one of items) {
    try {
      if (await settle(one)) settled++
    } catch (error) {
      logger.error({ error, request: one }, 'could not settle a request')
    }
  }
  return settled
}
