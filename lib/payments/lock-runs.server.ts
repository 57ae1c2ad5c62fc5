import 'server-only'
import type { Tx } from '@/lib/platform/db.server'

/**
 * Lets nobody else release, withdraw or erase lines of these runs before the transaction ends; locked in ID order. A
 * statement of its own: one that waits returns what it had read of other tables before.
 */
export const lockPaymentRuns = (tx: Tx, uploadIds: readonly string[]): Promise<number> =>
  tx.$executeRaw`
    select from payment_runs where upload_id = any(${uploadIds}::uuid[]) order by upload_id for no key update`

/** The same for one run. */
export const lockPaymentRun = (tx: Tx, uploadId: string): Promise<number> => lockPaymentRuns(tx, [uploadId])
