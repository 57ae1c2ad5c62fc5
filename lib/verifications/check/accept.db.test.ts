import '@/lib/platform/testing/settings'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorHead } from '@/lib/audit/anchor.server'
import { readHead, record } from '@/lib/audit/record.server'
import { verifyChain } from '@/lib/audit/verify.server'
import { seedConnection } from '@/lib/connections/active.server'
import { db } from '@/lib/platform/db.server'
import { byOwner, ownDatabase } from '@/lib/platform/testing/database'
import { budgetsOf } from '@/lib/upstream/budget.server'
import type { ProviderReply } from '@/lib/verifications/check/check'
import { claimCheck } from '@/lib/verifications/check/claim.server'
import { settleCheck } from '@/lib/verifications/check/settle.server'
import { signedIn } from '@/lib/verifications/testing/desk'

ownDatabase()
afterAll(() => db().$disconnect())

const BY = { kind: 'system' } as const
let requestedById = ''
let connectionId = ''

beforeAll(async () => {
  process.env.DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'accord-accept-'))
  process.env.VERIFICATION_BASE_URL = 'http://127.0.0.1:9/api-v1'
  process.env.VERIFICATION_CLIENT_ID = 'client'
  process.env.VERIFICATION_CLIENT_SECRET = 'a-secret-of-the-tests'
  await seedConnection()
  connectionId = (await db().connection.findFirstOrThrow()).id
  requestedById = (await signedIn('analyst')).id
})

/** A claimed live check, on its way. */
async function claimed() {
  const given = {
    environment: 'live',
    iban: 'FR7630006000011234567890189',
    name: 'Marie Curie',
    sandboxResult: null,
  } as const
  const check = { ...given, id: randomUUID(), requestedById, connectionId, payloadSha256: '' }
  const limits = { names: { warnFrom: null, secondFrom: null }, credits: { personDay: null, upload: null } }
  const input = { ...given, sandboxResult: undefined }
  const claim = await claimCheck(
    { input, check, limits, asker: { id: requestedById, roles: ['analyst'] } },
    budgetsOf(null),
  )
  if (claim.kind !== 'go') throw new Error(`not claimed: ${claim.kind}`)
  return { check, attempt: { ...claim.attempt, call: claim.call } }
}

const callOf = (id: bigint | undefined) => db().upstreamCall.findUnique({ where: { id } })

const answered = (): ProviderReply => ({
  kind: 'accepted',
  body: { id: randomUUID(), status: 'completed', match_result: 'match' },
  httpStatus: 200,
  latencyMs: 200,
})

const entriesOf = (id: string) =>
  db().auditEntry.count({ where: { action: 'verification.checked', objectId: id } })

describe('the answer to a check', () => {
  it('is written once, with one credit and one entry of the audit log, however often it arrives', async () => {
    const { check, attempt } = await claimed()
    const sent = answered()
    await Promise.all([1, 2, 3].map(() => settleCheck(check, attempt, sent, BY)))
    await settleCheck(check, attempt, answered(), BY)
    expect(await db().verification.findUnique({ where: { id: check.id } })).toMatchObject({
      status: 'completed',
      upstreamId: sent.kind === 'accepted' ? sent.body.id : '',
    })
    expect(await entriesOf(check.id)).toBe(1)
    expect(await db().creditEntry.count({ where: { attemptId: attempt.id } })).toBe(1)
  })

  it('is chained to the audit log although others write to it at the same moment', async () => {
    const checks = await Promise.all(Array.from({ length: 8 }, claimed))
    const others = Array.from({ length: 24 }, (_, n) =>
      db().$transaction((tx) => record({ by: BY, action: `test.${n}` }, tx)),
    )
    await Promise.all([
      ...others,
      ...checks.map(({ check, attempt }) => settleCheck(check, attempt, answered(), BY)),
    ])
    for (const { check } of checks) expect(await entriesOf(check.id)).toBe(1)
    await anchorHead()
    expect(await verifyChain()).toMatchObject({ ok: true })
  })

  it('ends its request for the fleet too, and where that cannot be written is stored without it', async () => {
    const first = await claimed()
    await settleCheck(first.check, first.attempt, answered(), BY)
    expect(await callOf(first.attempt.call)).toMatchObject({ failed: false, endedAt: expect.any(Date) })

    const second = await claimed()
    await byOwner('alter table upstream_calls add constraint never check (failed is null) not valid')
    await settleCheck(second.check, second.attempt, answered(), BY)
    await byOwner('alter table upstream_calls drop constraint never')
    expect(await callOf(second.attempt.call)).toMatchObject({ endedAt: null })
    expect(await entriesOf(second.check.id)).toBe(1)
    expect(await db().creditEntry.count({ where: { attemptId: second.attempt.id } })).toBe(1)
  })

  it('is stored in one statement although the audit log grew while the provider worked', async () => {
    const { check, attempt } = await claimed()
    const early = readHead()
    await early
    await db().$transaction((tx) => record({ by: BY, action: 'test.meanwhile' }, tx))
    const ready = { early, note: () => Promise.reject(new Error('the record says it too')) }
    expect(await settleCheck(check, attempt, answered(), BY, ready)).toMatchObject({ row: { id: check.id } })
    expect(await callOf(attempt.call)).toMatchObject({ failed: false })
    await anchorHead()
    expect(await verifyChain()).toMatchObject({ ok: true })
  })

  it('ends the attempt and the books of a check whose answer another process gave', async () => {
    const { check, attempt } = await claimed()
    await db().verification.update({
      where: { id: check.id },
      data: { status: 'completed', matchResult: 'match', answeredAt: new Date() },
    })
    await settleCheck(check, attempt, answered(), BY)
    expect(await db().attempt.findUnique({ where: { id: attempt.id } })).toMatchObject({ state: 'accepted' })
    expect(await db().auditEntry.findFirst({ where: { objectId: check.id } })).toMatchObject({
      details: { outcome: 'unchanged' },
    })
  })
})
