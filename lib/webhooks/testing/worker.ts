import { db } from '@/lib/platform/db.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { deliver } from '@/lib/webhooks/deliver.server'
import type { WebhookTransport } from '@/lib/webhooks/post.server'

const QUEUE = 'webhook.deliver'

/** Runs the due jobs like a worker. @returns how many deliveries were attempted */
export async function deliverDue(transport?: WebhookTransport): Promise<number> {
  const boss = await queue()
  const jobs = await boss.fetch<{ deliveryId: string }>(QUEUE, { batchSize: 100 })
  const attempted = await Promise.all(
    jobs.map(async (job) => {
      try {
        const sent = await deliver(job.data.deliveryId, job.retryCount, transport)
        await boss.complete(QUEUE, job)
        return sent
      } catch (error) {
        await boss.fail(QUEUE, job, error as Error)
        return true
      }
    }),
  )
  return attempted.filter(Boolean).length
}

/** Ends all backoff delays. */
export const endBackoff = () => db().$executeRaw`
  update pgboss.job set start_after = now() where name = ${QUEUE} and state in ('created', 'retry')`

/** Expires the heartbeats of the workers that hold these jobs. */
export async function expireHeartbeats(): Promise<void> {
  await db().$executeRaw`
    update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = ${QUEUE} and state = 'active'`
  await (await queue()).supervise(QUEUE)
}
