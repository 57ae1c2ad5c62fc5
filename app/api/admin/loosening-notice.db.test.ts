import { expect, it } from 'vitest'
import { PUT as putLimits } from '@/app/api/admin/limits/route'
import { PUT as putRule, DELETE as removeRule } from '@/app/api/admin/rules/[id]/route'
import { PUT as putOrder } from '@/app/api/admin/rules/order/route'
import { POST as addRule, type GET as rules } from '@/app/api/admin/rules/route'
import { PUT as putSettings } from '@/app/api/admin/rules/settings/route'
import { POST as book } from '@/app/api/admin/usage/entries/route'
import { PUT as putPrice } from '@/app/api/admin/usage/settings/route'
import { PUT as putFactor } from '@/app/api/admin/users/policy/route'
import { readLoosenings } from '@/lib/audit/loosening-notice.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { DEFAULT_LIMITS, type OfficeLimits } from '@/lib/limits/limits'
import { db } from '@/lib/platform/db.server'
import { DEFAULT_POLICY } from '@/lib/reviews/policy'
import { listRules } from '@/lib/reviews/rules/queries.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const admin = await insertPerson('admin')

const SETTINGS = { policy: DEFAULT_POLICY, memoryMonths: 12, askReason: false }
const OUT = { name: 'Out', outcome: 'keep_out', results: ['close_match'] }
const as = (handler: typeof rules, method: string, body?: object, id?: string) =>
  callRoute(handler, method, '/x', { as: admin, body, ...(id && { params: { id } }) })
const told = () => db().auditEntry.count({ where: { action: 'review_rules.loosened' } })
const forget = () => db().setting.deleteMany({ where: { key: 'reviews.loosened' } })

it('roles, review rules and ledger entries change only with a proof of identity in the last ten minutes', async () => {
  await db()
    .$executeRaw`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${admin.id}::uuid`
  const answers = [
    await as(putSettings, 'PUT', { policy: 'one', before: SETTINGS }),
    await as(addRule, 'POST', OUT),
    await as(putRule, 'PUT', { ...OUT, before: OUT }, crypto.randomUUID()),
    await as(removeRule, 'DELETE', undefined, crypto.randomUUID()),
    await as(putOrder, 'PUT', { ids: [], before: [] }),
    await as(book, 'POST', { kind: 'top_up', amount: 1, note: 'Bought' }),
    await as(putPrice, 'PUT', {}),
  ]
  expect(answers.map(({ body }) => body.code)).toEqual(Array(7).fill('step_up_required'))
  await db().$executeRaw`update sessions set confirmed_at = now() where user_id = ${admin.id}::uuid`
})

it('an admin who loosens review is named to all admins, in the audit log and to webhooks', async () => {
  const hook = { url: 'https://x.example', secretCipher: new Uint8Array(), createdById: admin.id }
  const webhook = await db().webhook.create({ data: { ...hook, events: ['review_rules.loosened'] } })
  expect(await readLoosenings()).toEqual([])
  const { body: rule } = await as(addRule, 'POST', OUT)
  expect(await readLoosenings()).toMatchObject([{ what: 'review_rules', name: 'admin' }])
  expect(await told()).toBe(1)
  const deliveries = await db().webhookDelivery.findMany({ where: { webhookId: webhook.id } })
  expect(deliveries.map(({ payload }) => JSON.parse(payload))).toMatchObject([
    { event: 'review_rules.loosened', user: { id: admin.id } },
  ])
  await forget()
  expect((await as(removeRule, 'DELETE', undefined, String(rule.id))).status).toBe(200)
  expect((await as(putSettings, 'PUT', { policy: 'two', before: SETTINGS })).status).toBe(200)
  expect([await readLoosenings(), await told()]).toEqual([[], 1])
  const before = { ...SETTINGS, policy: 'two' }
  expect((await as(putSettings, 'PUT', { policy: 'one', before })).status).toBe(200)
  expect([(await readLoosenings())[0]?.name, await told()]).toEqual(['admin', 2])
})

it('a change of the rules and of their settings is in the audit log with what was there before', async () => {
  const last = async () => (await db().auditEntry.findFirstOrThrow({ orderBy: { seq: 'desc' } })).details
  const settings = { ...SETTINGS, policy: 'one' }
  await as(putSettings, 'PUT', { memoryMonths: 24, askReason: true, before: settings })
  const changed = { ...settings, memoryMonths: 24, askReason: true }
  expect(await last()).toEqual({ before: settings, after: changed })
  await as(putSettings, 'PUT', { ...settings, before: changed })
  const typed = { name: 'Mr Dupont', referencePattern: 'DUPONT-*' }
  const { body } = await as(addRule, 'POST', { ...OUT, ...typed, outcome: 'priority' })
  const { id, position: _, ...before } = body
  const coded = { outcome: 'priority', referencePattern: true, results: ['close_match'] }
  expect(await last()).toMatchObject({ after: coded })
  await as(putRule, 'PUT', { ...before, referencePattern: null, before }, String(id))
  expect(await last()).toMatchObject({ before: coded, after: { ...coded, referencePattern: false } })
  const ids = (await listRules()).map((rule) => rule.id)
  await as(putOrder, 'PUT', { ids: [...ids].reverse(), before: ids })
  expect(await last()).toEqual({ before: ids, after: [...ids].reverse() })
  await as(removeRule, 'DELETE', undefined, String(id))
  expect(await last()).toMatchObject({ before: { ...coded, referencePattern: false } })
  const entries = await db().auditEntry.findMany({ where: { objectId: String(id) } })
  expect(JSON.stringify(entries.map(({ details }) => details))).not.toMatch(/dupont/i)
})

it('an admin who requires a second factor of fewer people is named to all admins in the same way', async () => {
  const hook = { url: 'https://x.example', secretCipher: new Uint8Array(), createdById: admin.id }
  const { id: webhookId } = await db().webhook.create({
    data: { ...hook, events: ['second_factor.loosened'] },
  })
  await forget()
  const require = (roles: string[], before: string[]) => as(putFactor, 'PUT', { roles, before })
  expect((await require(['reviewer', 'analyst'], [])).status).toBe(200)
  expect((await require(['reviewer', 'analyst'], ['reviewer', 'analyst'])).status).toBe(200)
  expect(await readLoosenings()).toEqual([])
  expect((await require(['analyst'], ['reviewer', 'analyst'])).status).toBe(200)
  expect(await readLoosenings()).toMatchObject([{ what: 'second_factor', name: 'admin' }])
  const sent = await db().webhookDelivery.findMany({ where: { webhookId } })
  expect(sent.map(({ payload }) => JSON.parse(payload))).toMatchObject([
    { event: 'second_factor.loosened', user: { id: admin.id } },
  ])
  expect(await db().auditEntry.count({ where: { action: 'second_factor.loosened' } })).toBe(1)
  const entry = { where: { action: 'setting.changed' }, orderBy: { seq: 'desc' } } as const
  const details = { key: 'auth.second_factor_roles', before: ['analyst', 'reviewer'], after: ['analyst'] }
  expect((await db().auditEntry.findFirstOrThrow(entry)).details).toEqual(details)
  await db().setting.deleteMany({ where: { key: { in: ['auth.second_factor_roles', 'auth.loosened'] } } })
})

it('an admin who raises a limit or switches it off is named to all admins in the same way', async () => {
  const hook = { url: 'https://x.example', secretCipher: new Uint8Array(), createdById: admin.id }
  const { id: webhookId } = await db().webhook.create({ data: { ...hook, events: ['limits.loosened'] } })
  const { names } = DEFAULT_LIMITS
  const strict = { names, credits: { personDay: 100, upload: 1_000 } }
  const isAnnounced = async (before: OfficeLimits, after: OfficeLimits) => {
    await db().setting.deleteMany({ where: { key: 'limits.loosened' } })
    expect((await as(putLimits, 'PUT', { ...after, before })).status).toBe(200)
    return (await readLoosenings()).some(({ what, name }) => what === 'limits' && name === 'admin')
  }
  expect(await isAnnounced(DEFAULT_LIMITS, strict)).toBe(false)
  const looser: OfficeLimits[] = [
    { ...strict, names: { warnFrom: 4, secondFrom: 5 } },
    { ...strict, names: { warnFrom: 3, secondFrom: null } },
    { names, credits: { personDay: 101, upload: 999 } },
    { names, credits: { personDay: 100, upload: null } },
  ]
  for (const one of looser) {
    expect(await isAnnounced(strict, one), JSON.stringify(one)).toBe(true)
    expect(await isAnnounced(one, strict), JSON.stringify(one)).toBe(one.credits.upload === 999)
  }
  const sent = await db().webhookDelivery.findMany({ where: { webhookId } })
  const event = { event: 'limits.loosened', user: { id: admin.id } }
  expect(sent.map(({ payload }) => JSON.parse(payload))).toMatchObject(Array(5).fill(event))
  expect(await db().auditEntry.count({ where: { action: 'limits.loosened' } })).toBe(5)
  await db().setting.deleteMany({ where: { key: { in: ['limits', 'limits.loosened'] } } })
})

it('the notice stays for a week', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  for (const [days, shown] of [
    [6, true],
    [8, false],
  ] as const) {
    const value = { at: at(days), by: admin.id }
    await db().setting.upsert({
      where: { key: 'reviews.loosened' },
      create: { key: 'reviews.loosened', value },
      update: { value },
    })
    expect(await readLoosenings()).toHaveLength(shown ? 1 : 0)
  }
})
