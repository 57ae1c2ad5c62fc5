import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { db } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import type { SendingStop } from '@/lib/upstream/breaker'
import { readBreaker } from '@/lib/upstream/breaker.server'
import { allowProbe } from '@/lib/upstream/paid-requests.server'

/** Why nothing is sent with a connection; null when requests may be sent. */
export type ResumeResult = { stopped: SendingStop | null }

/**
 * "Credits topped up": lets one paid request through as a probe; if the provider accepts it, the others follow
 * (half-open circuit breaker).
 * @throws Refusal 404; 409 not_stopped when paid requests are not stopped
 */
export async function resumePaidRequests(id: string, auditActor: AuditActor): Promise<ResumeResult> {
  if ((await db().connection.count({ where: { id } })) === 0) throw notFound()
  await db().$transaction(async (tx) => {
    if (!(await allowProbe(tx, id)))
      throw new Refusal(409, 'not_stopped', 'Sending isn’t stopped, so there is nothing to resume.')
    await record(
      { by: auditActor, action: 'connection.paying_resumed', object: { type: 'connection', id } },
      tx,
    )
  })
  return { stopped: await readBreaker(id) }
}
