import 'server-only'
import type { Db } from '@/lib/platform/db.server'

/** Events between processes. Sent with the transaction, received by every process that listens. */
export type LiveEvent =
  | { topic: 'upload'; id: string }
  | { topic: 'review'; environment: 'live' | 'sandbox' }
  | { topic: 'verification'; id: string; userId: string }
  /** sent by triggers: a session of this person ended, or they were deactivated or their roles changed */
  | { topic: 'person'; id: string }

/** NOTIFY is not durable, so it only says "reload". IDs only, far below PostgreSQL's limit of 8,000 bytes. */
export async function notify(tx: Db, notice: LiveEvent): Promise<void> {
  await tx.$executeRaw`select pg_notify('accord', ${JSON.stringify(notice)})`
}
