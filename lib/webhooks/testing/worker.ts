import { db } from '@/lib/platform/db.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { deliver } from '@/lib/webhooks/deliver.server'
import type { WebhookTransport } from '@/lib/webhooks/post.server'

const NAME = 'webhook.deliver'

/** Runs the due jobs like a worker. @returns how many deliveries were attempted */
export async function deliverDue(ask?: WebhookTransport): Promise<number> {
  const boss = await queue()
  const jobs = await boss.fetch<{ deliveryId: string }>(NAME, { batchSize: 100 })
  const tried = await Promise.all(
    jobs.map(async (job) => {
      try {
        const sent = await deliver(job.data.deliveryId, job.retryCount, ask)
        await boss.complete(NAME, job)
        return sent
      } catch (error) {
        await boss.fail(NAME, job, error as Error)
        return true
      }
    }),
  )
  return tried.filter(Boolean).length
}

/** Ends all backoff delays. */
export const makeDue = () => db().$executeRaw`
  update pgboss.job set start_after = now() where name = ${NAME} and state in ('created', 'retry')`

/** Expires the heartbeats of the workers that hold these jobs. */
export async function workerDied(): Promise<void> {
  await db().$executeRaw`
    update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = ${NAME} and state = 'active'`
  await (await queue()).supervise(NAME)
}
