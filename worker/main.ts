import './name'
import { randomUUID } from 'node:crypto'
import { demandKeys } from '@/lib/audit/keys.server'
import { watchChain } from '@/lib/audit/watch.server'
import { seedConnection } from '@/lib/connections/active.server'
import { db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/logger.server'
import { onceStorageIsThere } from '@/lib/platform/storage.server'
import { nightly } from '@/lib/retention/night.server'
import { decideByRules } from '@/lib/reviews/rules/decide.server'
import { compareUpload } from '@/lib/uploads/comparing/compare.server'
import { requeueComparisons } from '@/lib/uploads/comparison-queue.server'
import { startLooks } from '@/lib/uploads/polling/poll.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { reapBulks, requeueBulks } from '@/lib/uploads/sending/sweep.server'
import { forgetOldCalls } from '@/lib/upstream/budget.server'
import { sendQueued } from '@/lib/verifications/check/queued.server'
import { reap, requeueForgotten } from '@/lib/verifications/check/sweep.server'
import { readAwaited } from '@/lib/verifications/refresh/awaited.server'
import { fillEnrichment } from '@/lib/verifications/refresh/enrich.server'
import { deliverDue, forgetDeliveries } from '@/lib/webhooks/deliver.server'
import { sayAlive } from './alive'
import { startJobs } from './jobs'
import { every } from './tickers'

/** A sent request is waited for this long; what is still open then becomes unknown by the reaper. */
const STOP_WITHIN_MS = 65_000
const POLL_EVERY_MS = 500
const POLLS_AT_ONCE = 8

const id = randomUUID()

const heartbeat = () => db().$executeRaw`
  insert into worker_heartbeats (id, seen_at) values (${id}, now())
  on conflict (id) do update set seen_at = excluded.seen_at`

const forget = () => db().$executeRaw`
  delete from worker_heartbeats where id = ${id} or seen_at < now() - interval '1 hour'`

const looks = new Set<Promise<void>>()

/** Keeps up to eight looks going, each for as long as it takes. */
async function poll(): Promise<void> {
  for (const look of await startLooks(id, POLLS_AT_ONCE - looks.size)) {
    looks.add(look)
    look.finally(() => looks.delete(look))
  }
}

/** Overdue attempts become unknown, work whose job was lost is queued again. Bulks first: their lock comes first. */
async function sweep(): Promise<void> {
  await reapBulks()
  await reap()
  await requeueBulks()
  await requeueComparisons()
}

async function main(): Promise<void> {
  env()
  sayAlive()
  // whoever started it went away while it still waited for the database
  const leave = () => process.exit(0)
  process.once('disconnect', leave)
  await onceStorageIsThere(() => demandKeys())
  await onceStorageIsThere(seedConnection)
  const boss = await onceStorageIsThere(() =>
    startJobs({
      'check.send': ({ attemptId }) => sendQueued(attemptId),
      'bulk.submit': ({ bulkId }) => sendBulk(bulkId),
      'upload.compare': ({ uploadId }) => compareUpload(uploadId),
    }),
  )
  const tickers = [
    every(5_000, 'heartbeat', heartbeat),
    every(POLL_EVERY_MS, 'poll', poll),
    every(3_000, 'sweep', sweep),
    every(1_000, 'rules', decideByRules),
    every(60_000, 'forget', forgetOldCalls),
    every(60_000, 'forgotten checks', requeueForgotten),
    every(5_000, 'enrichment', fillEnrichment),
    every(30_000, 'awaited checks', readAwaited),
    every(1_000, 'webhooks', deliverDue),
    every(3_600_000, 'webhook log', forgetDeliveries),
    every(60_000, 'audit chain', watchChain),
    every(60_000, 'retention', nightly),
  ]
  logger.info({ worker: id }, 'worker ready')

  let stopping = false
  const stop = async (why: string) => {
    if (stopping) return
    stopping = true
    logger.info({ worker: id, why }, 'worker stopping')
    await Promise.all([
      ...tickers.map((ticker) => ticker.stop()),
      boss.stop({ graceful: true, timeout: STOP_WITHIN_MS }),
    ])
    await Promise.all(looks)
    await forget().catch(() => {})
    process.exit(0)
  }
  process.off('disconnect', leave)
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.once(signal, () => void stop(signal))
}

main().catch((error: unknown) => {
  logger.fatal({ error }, 'worker could not start')
  process.exit(1)
})
