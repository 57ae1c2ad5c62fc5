import 'server-only'
import type { Db } from '@/lib/platform/db.server'

/** What other processes may want to know. Sent with the transaction, heard by every process that listens. */
export type LiveEvent =
  | { topic: 'upload'; id: string }
  | { topic: 'review'; environment: 'live' | 'sandbox' }
  | { topic: 'verification'; id: string; userId: string }
  /** sent by triggers: a session of this person ended, or they were deactivated or got other roles */
  | { topic: 'person'; id: string }

/** NOTIFY is not durable: it only says "read again". Ids only, far below PostgreSQL's 8,000 bytes. */
export async function notify(tx: Db, notice: LiveEvent): Promise<void> {
  await tx.$executeRaw`select pg_notify('accord', ${JSON.stringify(notice)})`
}
