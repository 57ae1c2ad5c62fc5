import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { db } from '@/lib/platform/db.server'
import { redriveDeadJob } from '@/lib/platform/queue/queue.server'
import { notFound } from '@/lib/platform/refusal'

/**
 * Moves a dead job back to its queue with all its retries. If the queue already has a job for the same work, that
 * one is enough.
 * @throws Refusal 404
 */
export async function retryJob(id: string, auditActor: AuditActor): Promise<{ queue: string }> {
  return db().$transaction(async (tx) => {
    const name = await redriveDeadJob(tx, id)
    if (name === null) throw notFound()
    await record(
      { by: auditActor, action: 'job.retried', object: { type: 'job', id }, details: { queue: name } },
      tx,
    )
    return { queue: name }
  })
}
