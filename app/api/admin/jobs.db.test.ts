import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST as retry } from '@/app/api/admin/jobs/[id]/retry/route'
import { GET as read } from '@/app/api/admin/jobs/route'
import { insertPerson } from '@/lib/auth/testing/people'
import type { JobsView } from '@/lib/jobs/view'
import { db } from '@/lib/platform/db.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const NAME = 'webhook.deliver'
const admin = await insertPerson('admin')
beforeEach(() => db().$executeRaw`delete from pgboss.job`)

const jobs = async () => (await callRoute(read, 'GET', '/x', { as: admin })).body as unknown as JobsView
const again = (id: string, as = admin) => callRoute(retry, 'POST', '/x', { as, params: { id } })

/** Creates a delivery in the dead-letter state. @returns the id of the delivery */
async function given(message = 'timeout'): Promise<string> {
  const boss = await queue()
  const deliveryId = randomUUID()
  await boss.send(NAME, { deliveryId }, { singletonKey: deliveryId, retryLimit: 0 })
  const [job] = await boss.fetch(NAME)
  if (!job) throw new Error('no job')
  await boss.fail(NAME, job, new Error(message))
  return deliveryId
}

describe('the jobs of this installation', () => {
  it('are counted by queue, and each schedule shows its last run', async () => {
    const boss = await queue()
    await boss.send(NAME, { deliveryId: 'a' }, { singletonKey: 'a' })
    await boss.send(NAME, { deliveryId: 'b' }, { singletonKey: 'b', startAfter: 60 })
    await boss.supervise(NAME)
    await boss.schedule('audit.watch', '* * * * *', null, { tz: 'UTC' })
    const { queues, schedules, dead, deadCount } = await jobs()
    expect(queues.find(({ name }) => name === NAME)).toMatchObject({ ready: 1, later: 1, active: 0 })
    expect(schedules.find(({ name }) => name === 'audit.watch')).toMatchObject({ lastRun: null })
    const id = await boss.send('audit.watch', {})
    await db().$executeRaw`update pgboss.schedule set last_job_id = ${id}::uuid where name = 'audit.watch'`
    await boss.fetch('audit.watch')
    await boss.complete('audit.watch', id ?? '')
    const after = (await jobs()).schedules.find(({ name }) => name === 'audit.watch')
    expect(after?.lastRun).toMatchObject({ state: 'done' })
    expect([dead, deadCount]).toEqual([[], 0])
  })

  it('are visible to admins only', async () => {
    const analyst = await insertPerson()
    expect((await callRoute(read, 'GET', '/x', { as: analyst })).status).toBe(403)
    expect((await again(randomUUID(), analyst)).status).toBe(403)
  })
})

describe('a dead-letter job', () => {
  it('is listed with its error code and never with the text of an error', async () => {
    const about = await given()
    await given('no row for FR7630006000011234567890189 Marie Curie')
    const { dead } = await jobs()
    expect(dead.map(({ queue: from, why, tries }) => [from, why, tries])).toEqual([
      [NAME, 'internal', 1],
      [NAME, 'timeout', 1],
    ])
    expect(dead[1]?.about).toBe(about)
    expect(JSON.stringify(dead)).not.toMatch(/FR76|Curie/)
  })

  it('returns to its queue once, with all its attempts, and the audit log records it', async () => {
    const about = await given()
    const [dead] = (await jobs()).dead
    const id = dead?.id ?? ''
    expect(await again(id)).toMatchObject({ status: 200, body: { queue: NAME } })
    expect((await again(id)).status).toBe(404)
    expect((await jobs()).dead).toEqual([])
    const waiting = await (await queue()).findJobs(NAME, { key: about, queued: true })
    expect(waiting).toMatchObject([{ retryCount: 0, retryLimit: 13, deadLetter: 'dead' }])
    const entries = await db().auditEntry.findMany({ where: { objectId: id } })
    expect(entries).toMatchObject([{ action: 'job.retried', details: { queue: NAME } }])
  })

  it('is not retried when its queue has the same job again', async () => {
    const about = await given()
    const boss = await queue()
    await boss.send(NAME, { deliveryId: about }, { singletonKey: about })
    const [dead] = (await jobs()).dead
    expect((await again(dead?.id ?? '')).status).toBe(200)
    expect((await jobs()).dead).toEqual([])
    expect(await boss.findJobs(NAME, { key: about, queued: true })).toHaveLength(1)
  })
})
