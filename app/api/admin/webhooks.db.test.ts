import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { GET as deliveries } from '@/app/api/admin/webhooks/[id]/deliveries/route'
import { PUT as change, DELETE as remove } from '@/app/api/admin/webhooks/[id]/route'
import { POST as rotate } from '@/app/api/admin/webhooks/[id]/secret/route'
import { POST as replay } from '@/app/api/admin/webhooks/deliveries/[id]/replay/route'
import { POST as create, GET as list } from '@/app/api/admin/webhooks/route'
import { insertPerson } from '@/lib/auth/testing/people'
import type { Exchange } from '@/lib/http/outbound.server'
import { db } from '@/lib/platform/db.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { openReviews } from '@/lib/reviews/rules/open.server'
import { finishUpload } from '@/lib/uploads/sending/finish.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'
import { pingWebhook } from '@/lib/webhooks/again.server'
import { FAILURES_UNTIL_OFF } from '@/lib/webhooks/events'
import { announceUpload } from '@/lib/webhooks/outbox.server'
import { deliverDue, endBackoff } from '@/lib/webhooks/testing/worker'
import type { DeliveryView, NewSecret, WebhookView } from '@/lib/webhooks/view'

const URL_ = 'https://erp.example.com/hooks?tenant=7'
const admin = await insertPerson('admin')
beforeEach(async () => {
  await db().webhook.deleteMany()
  await (await queue()).deleteAllJobs('webhook.deliver')
})

const act = (handler: typeof list, method: string, id: string, body?: object) =>
  callRoute(handler, method, '/x', { as: admin, params: { id }, body })
const put = (id: string, events: string[], on: boolean, before: { events: string[]; on: boolean }) =>
  act(change, 'PUT', id, { events, on, before })
const rotated = (id: string, previousUntil: string | null = null) =>
  act(rotate, 'POST', id, { before: { previousUntil } })
const made = async (events = ['upload.finished', 'review.created']) =>
  (await callRoute(create, 'POST', '/x', { as: admin, body: { url: URL_, events } }))
    .body as unknown as NewSecret
const read = async () =>
  ((await callRoute(list, 'GET', '/x', { as: admin })).body.items as WebhookView[])[0] as WebhookView
const logOf = async (id: string) => (await act(deliveries, 'GET', id)).body.items as DeliveryView[]
const finished = () => ({
  id: randomUUID(),
  environment: 'live' as const,
  state: 'completed',
  total: 3,
  answered: 3,
})
const announce = (upload = finished()) => db().$transaction((tx) => announceUpload(tx, upload))

/** A receiver that records its requests and replies with the given responses. */
function receiver(...answers: (number | Exchange)[]) {
  const got: { url: string; headers: Record<string, string>; body: string }[] = []
  const ask = async (url: string, asked: { headers: Record<string, string>; body: string }) => {
    got.push({ url, ...asked })
    const answer = answers[Math.min(got.length, answers.length) - 1] ?? 200
    return typeof answer === 'number'
      ? { kind: 'answer' as const, status: answer, headers: {}, text: '', latencyMs: 0 }
      : answer
  }
  return { got, ask }
}

describe('an event', () => {
  it('is written in the same transaction as its cause', async () => {
    const { id } = await made()
    const failing = db().$transaction(async (tx) => {
      await announceUpload(tx, finished())
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await logOf(id)).toEqual([])
    await announce()
    expect(await logOf(id)).toMatchObject([{ event: 'upload.finished', state: 'waiting', tries: 0 }])
  })

  it('is sent only to webhooks that subscribed to it and are on', async () => {
    const { id } = await made(['review.created'])
    await announce()
    const off = { events: ['upload.finished'], on: false }
    await put(id, off.events, false, { events: ['review.created'], on: true })
    await announce()
    expect(await logOf(id)).toEqual([])
    await put(id, off.events, true, off)
    await announce()
    expect(await logOf(id)).toHaveLength(1)
  })

  it('of an upload or a review has ids, counts and links, and nothing about the payee', async () => {
    const { id } = await made()
    const { id: analyst } = await insertPerson()
    const [verification, upload] = [randomUUID(), randomUUID()]
    const person = {
      iban: 'FR7630006000011234567890189',
      name: 'Zephyrine Canary',
      nameSearch: 'zephyrine canary',
    }
    await db().verification.create({
      data: {
        ...person,
        id: verification,
        environment: 'live',
        source: 'single',
        country: 'FR',
        requestedById: analyst,
        status: 'completed',
        matchResult: 'no_match',
        evidenceHash: 'a'.repeat(64),
      },
    })
    await db().upload.create({
      data: {
        id: upload,
        fileName: 'canary-file.csv',
        fileHash: 'b'.repeat(64),
        reading: {},
        fileRows: 0,
        total: 0,
        notSent: 0,
        createdById: analyst,
      },
    })
    await db().$transaction((tx) => openReviews(tx, [verification]))
    await db().$transaction((tx) => finishUpload(tx, upload))
    const { got, ask } = receiver(200)
    expect(await deliverDue(ask)).toBe(2)
    const bodies = got.map(({ body }) => JSON.parse(body))
    expect(bodies.map(({ event }) => event).sort()).toEqual(['review.created', 'upload.finished'])
    expect(bodies.find(({ event }) => event === 'review.created')).toMatchObject({
      environment: 'live',
      count: 1,
      reviews: [{ url: expect.stringMatching(/^http.*\/review\/[0-9a-f-]{36}$/) }],
    })
    expect(bodies.find(({ event }) => event === 'upload.finished').upload).toMatchObject({
      id: upload,
      state: 'completed',
    })
    expect(JSON.stringify([got, await logOf(id)])).not.toMatch(/canary|zephyrine|FR76|@accord/i)
  })
})

describe('a delivery', () => {
  const sent = async () => {
    await announce()
    const { got, ask } = receiver(204)
    await deliverDue(ask)
    const [first] = got
    if (!first) throw new Error('nothing was sent')
    return first
  }
  const believes = (key: Webhook, { body, headers }: { body: string; headers: Record<string, string> }) =>
    key.verify(body, headers)

  it('passes the verification of the Standard Webhooks library, with the old and the new secret during a rotation', async () => {
    const { id, secret } = await made()
    const first = await sent()
    expect(first.url).toBe(URL_)
    expect(believes(new Webhook(secret), first)).toMatchObject({ id: first.headers['webhook-id'] })
    const { secret: next } = (await rotated(id)).body as unknown as NewSecret
    expect(next).not.toBe(secret)
    expect(() => believes(new Webhook(next), first)).toThrow()
    const both = await sent()
    for (const one of [next, secret])
      expect(believes(new Webhook(one), both)).toMatchObject({ event: 'upload.finished' })
    expect(() => believes(new Webhook(next), { ...both, body: `${both.body} ` })).toThrow()
    expect(await logOf(id)).toMatchObject([{ state: 'delivered', httpStatus: 204 }, { state: 'delivered' }])
  })

  it('keeps its signature by the secret of the receiver until an admin who sees that it ends rotates again', async () => {
    const { id, secret } = await made()
    const { previousUntil } = (await rotated(id)).body as unknown as NewSecret
    expect((await rotated(id)).body.code).toBe('setting_changed')
    const signed = await sent()
    expect(believes(new Webhook(secret), signed)).toMatchObject({ event: 'upload.finished' })
    expect((await rotated(id, previousUntil)).status).toBe(200)
    await db().$executeRaw`update webhooks set previous_until = now() where id = ${id}::uuid`
    expect((await rotated(id, previousUntil)).status).toBe(200)
  })

  it.each<[string, number | Exchange, string]>([
    ['an error', 500, 'status'],
    ['a redirect, which is never followed', 302, 'redirect'],
    ['silence', { kind: 'lost', code: 'timeout', latencyMs: 0 }, 'timeout'],
    ['a name that leads into the house', { kind: 'not_sent', code: 'address_private' }, 'address_private'],
  ])('that gets %s is retried later', async (_, answer, code) => {
    const { id } = await made()
    await announce()
    const { got, ask } = receiver(answer, 200)
    await deliverDue(ask)
    const [failed] = await logOf(id)
    expect(failed).toMatchObject({ state: 'waiting', tries: 1, problemCode: code })
    expect(Date.parse(failed?.dueAt ?? '')).toBeGreaterThan(Date.now())
    expect(await deliverDue(ask)).toBe(0)
    await endBackoff()
    expect(await deliverDue(ask)).toBe(1)
    expect(got[1]?.body).toBe(got[0]?.body)
    expect(got[1]?.headers['accord-delivery']).toBe(got[0]?.headers['accord-delivery'])
    expect(await logOf(id)).toMatchObject([{ state: 'delivered', tries: 2, problemCode: null }])
    expect(await read()).toMatchObject({ failures: 0, waiting: 0 })
  })

  it('becomes a dead letter after fourteen attempts, and can be replayed with the same event', async () => {
    const { id } = await made()
    await announce()
    const { ask } = receiver(503)
    for (let n = 0; n < 14; n++) {
      await endBackoff()
      expect(await deliverDue(ask)).toBe(1)
    }
    const [given] = await logOf(id)
    expect(given).toMatchObject({ state: 'failed', tries: 14, dueAt: null })
    expect((await act(replay, 'POST', given?.id ?? '')).status).toBe(200)
    const { got, ask: well } = receiver(200)
    await deliverDue(well)
    const log = await logOf(id)
    expect(log.map(({ state }) => state).sort()).toEqual(['delivered', 'failed'])
    expect(new Set(log.map(({ eventId }) => eventId)).size).toBe(1)
    expect(JSON.parse(got[0]?.body ?? '').id).toBe(given?.eventId)
    expect(got[0]?.headers['webhook-id']).toBe(given?.eventId)
  })

  it('is sent by one worker, however many poll', async () => {
    await made()
    for (let n = 0; n < 4; n++) await announce()
    const { got, ask } = receiver(200)
    const sent = await Promise.all([deliverDue(ask), deliverDue(ask), deliverDue(ask)])
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(4)
    expect(new Set(got.map(({ headers }) => headers['accord-delivery'])).size).toBe(4)
  })

  it('never reaches this machine through the real network, whatever address is stored', async () => {
    const { id } = await made()
    await announce()
    await db().$executeRaw`update webhooks set url = 'https://127.0.0.1/hooks' where id = ${id}::uuid`
    await deliverDue()
    expect(await logOf(id)).toMatchObject([
      { state: 'waiting', httpStatus: null, problemCode: 'address_host' },
    ])
  })
})

describe('a webhook that keeps failing', () => {
  it('is turned off, which the audit log records, and gets the pending events after it is turned on again', async () => {
    const { id } = await made()
    await announce()
    await db().$executeRaw`update webhooks set failures = ${FAILURES_UNTIL_OFF - 1} where id = ${id}::uuid`
    const { ask } = receiver(500)
    await deliverDue(ask)
    expect(await read()).toMatchObject({ state: 'given_up', waiting: 1 })
    const actions = (
      await db().auditEntry.findMany({ where: { objectId: id }, orderBy: { seq: 'asc' } })
    ).map(({ action, actorKind }) => `${actorKind} ${action}`)
    expect(actions).toEqual(['user webhook.created', 'system webhook.given_up'])
    await endBackoff()
    expect(await deliverDue(ask)).toBe(0)
    const [waiting] = await logOf(id)
    expect((await act(replay, 'POST', waiting?.id ?? '')).body.code).toBe('webhook_off')
    const off = { events: ['upload.finished', 'review.created'], on: false }
    await put(id, ['upload.finished'], true, off)
    expect(await deliverDue(receiver(200).ask)).toBe(1)
    expect(await read()).toMatchObject({ state: 'on', failures: 0, waiting: 0 })
    expect((await put(id, off.events, true, off)).body.code).toBe('setting_changed')
    await put(id, ['review.created'], true, { events: ['upload.finished'], on: true })
    const changes = await db().auditEntry.findMany({
      where: { objectId: id, action: { in: ['webhook.enabled', 'webhook.changed'] } },
      orderBy: { seq: 'asc' },
    })
    const finished = { events: ['upload.finished'], on: true }
    expect(changes.map(({ details }) => details)).toEqual([
      { before: { events: ['upload.finished', 'review.created'], on: false }, after: finished },
      { before: finished, after: { events: ['review.created'], on: true } },
    ])
  })

  it('is deleted with its log', async () => {
    const { id } = await made()
    await announce()
    expect((await act(remove, 'DELETE', id)).status).toBe(200)
    expect((await act(remove, 'DELETE', id)).status).toBe(404)
    expect(await db().webhookDelivery.count()).toBe(0)
  })
})

it('sends a ping immediately, reports its result and does not repeat it', async () => {
  const { id } = await made()
  const { got, ask } = receiver(401)
  expect(await pingWebhook(id, ask)).toMatchObject({ httpStatus: 401, code: 'status' })
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ event: 'ping' })
  expect(await logOf(id)).toMatchObject([{ event: 'ping', state: 'failed', tries: 1 }])
  expect(await deliverDue(ask)).toBe(0)
})
