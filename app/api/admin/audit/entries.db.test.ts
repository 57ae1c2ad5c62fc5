import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, type RequestedBy, ROLES } from '@/lib/auth/roles'
import { openSession, readSession } from '@/lib/auth/session.server'
import { hashCheaply } from '@/lib/auth/testing/password'
import { insertPerson } from '@/lib/auth/testing/people'
import { codeAt } from '@/lib/auth/totp'
import { insertConnection } from '@/lib/connections/testing/connection'
import { createKey, revokeKey } from '@/lib/keys/change.server'
import { changeLimits, readLimits } from '@/lib/limits/limits.server'
import { db } from '@/lib/platform/db.server'
import { changePeriods } from '@/lib/retention/change.server'
import { readPeriods } from '@/lib/retention/cutoff.server'
import { decideErasure, requestErasure, searchSubject } from '@/lib/retention/erasure/request.server'
import { placeHold, releaseHold } from '@/lib/retention/holds.server'
import { subjectOf } from '@/lib/retention/testing/runs'
import { DEFAULT_POLICY } from '@/lib/reviews/policy'
import {
  changeReviewSettings,
  createRule,
  deleteRule,
  orderRules,
  updateRule,
} from '@/lib/reviews/rules/change.server'
import { ruleInputOf } from '@/lib/reviews/rules/input-of'
import { listRules } from '@/lib/reviews/rules/queries.server'
import { ruleInput } from '@/lib/reviews/rules/rules'
import { actOnUpload } from '@/lib/uploads/sending/control.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { storeCompared } from '@/lib/uploads/testing/office'
import { changePassword, confirmSession, endOtherSessions } from '@/lib/users/account.server'
import { setActive, signOutEverywhere } from '@/lib/users/change.server'
import {
  beginEnrolment,
  finishEnrolment,
  replaceRecoveryCodes,
  turnOffFactor,
} from '@/lib/users/factor.server'
import { cancelVerification } from '@/lib/verifications/check/cancel.server'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'
import { replayDelivery } from '@/lib/webhooks/again.server'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  replaceWebhookSecret,
} from '@/lib/webhooks/change.server'

const PASSWORD = 'purple kettle sings'
let by: RequestedBy

/** An admin who also reviews and checks, and who knows their password. */
beforeEach(async () => {
  const { id } = await db().user.create({
    data: {
      ...{ email: `${randomUUID()}@accord.test`, name: 'Ada', roles: [...ROLES] },
      passwordHash: await hashCheaply(PASSWORD),
    },
  })
  const actor = (await readSession(await openSession(id), false)) as Actor
  by = { actor, auditActor: { kind: 'user', id, roles: actor.roles } }
})

/** The actions that are in the audit log in the name of this person. */
const actions = async () => {
  const where = { actorId: by.actor.id }
  return (await db().auditEntry.findMany({ where, orderBy: { seq: 'asc' } })).map(({ action }) => action)
}

describe('the audit log has an entry for', () => {
  it('each change of a webhook, and each event that is sent again', async () => {
    const { id } = await createWebhook({ url: 'https://hook.example.com/a', events: ['upload.finished'] }, by)
    const [one, two] = [['upload.finished'], ['review.created']] as ['upload.finished'][]
    const change = (before: object, after: object) =>
      changeWebhook(id, { before, ...after } as Parameters<typeof changeWebhook>[1], by.auditActor)
    await change({ events: one, on: true }, { events: one, on: false })
    await change({ events: one, on: false }, { events: one, on: true })
    await change({ events: one, on: true }, { events: two, on: true })
    await replaceWebhookSecret(id, { before: { previousUntil: null } }, by.auditActor)
    const sent = { webhookId: id, event: 'upload.finished', eventId: randomUUID(), payload: '{}' }
    await replayDelivery((await db().webhookDelivery.create({ data: sent })).id, by.auditActor)
    await deleteWebhook(id, by.auditActor)
    expect(await actions()).toEqual([
      ...['webhook.created', 'webhook.disabled', 'webhook.enabled', 'webhook.changed'],
      ...['webhook.secret_replaced', 'webhook.replayed', 'webhook.deleted'],
    ])
  })

  it('each change of the rules and settings of reviews', async () => {
    const input = ruleInput.parse({ name: 'Test', outcome: 'priority', countries: ['NL'] })
    const { auditActor } = by
    const made = await createRule(input, auditActor)
    const { id } = made
    await updateRule(id, { ...input, countries: ['FR'], before: ruleInputOf(made) }, auditActor)
    const ids = (await listRules()).map((one) => one.id)
    await orderRules({ ids: ids.toReversed(), before: ids }, auditActor)
    await deleteRule(id, auditActor)
    const before = { policy: DEFAULT_POLICY, memoryMonths: 12, askReason: false }
    await changeReviewSettings({ memoryMonths: 6, before }, auditActor)
    expect(await actions()).toEqual([
      ...['review_rule.created', 'review_rule.changed', 'review_rules.ordered', 'review_rule.deleted'],
      'review_settings.changed',
    ])
  })

  it('each legal hold, search, erasure and change of the periods', async () => {
    const { id: verificationId } = await db().verification.create({
      data: { ...PLAIN_CHECK, requestedById: by.actor.id },
    })
    const { id } = await placeHold({ on: 'verification', id: verificationId, reason: 'A case' }, by)
    await releaseHold(id, by)
    const subject = subjectOf('name', 'Nobody Here')
    await searchSubject(subject, by)
    const ask = async () => (await requestErasure({ subject, reason: 'By letter' }, by)).id
    await decideErasure(await ask(), false, by)
    const second = await insertPerson('reviewer')
    await decideErasure(await ask(), true, { ...second, auditActor: by.auditActor })
    const before = await readPeriods()
    await changePeriods({ before, periods: before }, by)
    expect(await actions()).toEqual([
      ...['retention.held', 'retention.released', 'retention.searched'],
      ...['retention.erasure_requested', 'retention.erasure_refused'],
      ...['retention.erasure_requested', 'retention.erasure_confirmed', 'retention.changed'],
    ])
  })

  it('each change of an account by its owner', async () => {
    const password = 'a green boat in the fog'
    await confirmSession({ password: PASSWORD }, by)
    await changePassword({ current: PASSWORD, password, endKeys: false }, by)
    const { secret } = await beginEnrolment({ password }, by)
    const [code = ''] = (await finishEnrolment(codeAt(secret), by)).codes
    const [next = ''] = (await replaceRecoveryCodes({ password, code }, by)).codes
    await turnOffFactor({ password, code: next }, by)
    await endOtherSessions(by)
    const { id } = await createKey({ name: 'Key', scopes: ['checks:read'], days: 30 }, by)
    await revokeKey(id, { ownerId: by.actor.id }, by)
    expect(await actions()).toEqual([
      ...['session.confirmed', 'user.password_changed', 'user.second_factor_on'],
      ...['user.recovery_codes_replaced', 'user.second_factor_off', 'user.signed_out_everywhere'],
      ...['key.created', 'key.revoked'],
    ])
  })

  it('each upload that a person pauses, resumes and stops', async () => {
    await insertConnection()
    const id = await storeCompared(requestOf(linesOf(keptRows(1))), by)
    for (const act of ['pause', 'resume', 'stop'] as const) await actOnUpload(id, act, by)
    expect(await actions()).toEqual(['upload.created', 'upload.paused', 'upload.resumed', 'upload.stopped'])
  })

  it('each change of another person’s access, of the limits, and each check that is cancelled', async () => {
    const { id } = await insertPerson()
    await signOutEverywhere(id, by)
    await setActive(id, false, by)
    await setActive(id, true, by)
    const before = await readLimits()
    await changeLimits({ ...before, before }, by.auditActor)
    const check = await db().verification.create({ data: { ...PLAIN_CHECK, requestedById: by.actor.id } })
    await db().attempt.create({ data: { verificationId: check.id, state: 'ready' } })
    await cancelVerification(check.id, by)
    expect(await actions()).toEqual([
      ...['user.signed_out_everywhere', 'user.deactivated', 'user.reactivated'],
      ...['limits.changed', 'verification.cancelled'],
    ])
  })
})
