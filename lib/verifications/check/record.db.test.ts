import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { anchorHead } from '@/lib/audit/anchor.server'
import { record } from '@/lib/audit/record.server'
import { verifyChain } from '@/lib/audit/verify.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { activeConnection } from '@/lib/connections/active.server'
import { insertConnection } from '@/lib/connections/testing/connection'
import { withCheckDigits } from '@/lib/iban/checksum'
import { db } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import type { OutgoingCheck, ProviderReply } from '@/lib/verifications/check/check'
import { type ClaimedCheck, claimCheck } from '@/lib/verifications/check/claim.server'
import { recordReply } from '@/lib/verifications/check/record.server'
import { sendClaimed } from '@/lib/verifications/check/send.server'
import { PLAIN_CHECK, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const BY = { kind: 'system' } as const
let person: Person

const provider = await startProvider()
await insertConnection(provider.baseUrl)
beforeEach(async () => {
  await resetRateLimits()
  person = await insertPerson()
})

/** A claimed live check whose attempt is sending. */
async function claimed(
  iban = withCheckDigits('FR', `300060000112345678901${accounts++}`),
): Promise<{ check: OutgoingCheck; claim: ClaimedCheck }> {
  const connection = await activeConnection()
  const pair = { environment: 'live', iban, name: 'Marie Curie' } as const
  const connectionId = connection?.id ?? ''
  const check = {
    ...pair,
    sandboxResult: null,
    id: randomUUID(),
    requestedById: person.id,
    connectionId,
    payloadSha256: '',
  }
  const claim = await claimCheck({ input: pair, check, requester: person.actor }, connection, BY)
  if (!claim) throw new Error('not claimed')
  return { check, claim }
}
let accounts = 10

const callOf = ({ attempt }: ClaimedCheck) => db().upstreamCall.findUnique({ where: { id: attempt.call } })

const answered = (): ProviderReply => ({
  kind: 'accepted',
  body: { id: randomUUID(), status: 'completed', match_result: 'match' },
  httpStatus: 200,
  latencyMs: 200,
})

const entriesOf = (id: string) =>
  db().auditEntry.count({ where: { action: 'verification.checked', objectId: id } })

describe('the answer to a check', () => {
  it('is stored once, with one credit and one audit entry, however often it arrives', async () => {
    const { check, claim } = await claimed()
    const sent = answered()
    await Promise.all([1, 2, 3].map(() => recordReply(check, claim.attempt, sent, BY)))
    await recordReply(check, claim.attempt, answered(), BY)
    expect(await db().verification.findUnique({ where: { id: check.id } })).toMatchObject({
      status: 'completed',
      upstreamId: sent.kind === 'accepted' ? sent.body.id : '',
    })
    expect(await entriesOf(check.id)).toBe(1)
    expect(await db().creditEntry.count({ where: { attemptId: claim.attempt.id } })).toBe(1)
  })

  it('about another payee, as its ID says, is unknown: two checks never share one answer', async () => {
    const checks = [await claimed(), await claimed()]
    const sent = answered()
    const store = ({ check, claim }: (typeof checks)[0]) => recordReply(check, claim.attempt, sent, BY)
    await Promise.all(checks.map(store))
    const ids = checks.map(({ check }) => check.id)
    const stored = await db().verification.findMany({ where: { id: { in: ids } } })
    expect(stored.map(({ status }) => status).sort()).toEqual(['completed', 'unknown'])
    const attemptIds = checks.map(({ claim }) => claim.attempt.id)
    const booked = await db().creditEntry.findMany({ where: { attemptId: { in: attemptIds } } })
    expect(booked.map(({ amount }) => amount).sort()).toEqual([-1n, 0n])
    const answeredOne = checks.find(({ check }) => stored.find(({ id }) => id === check.id)?.matchResult)
    const again = await claimed(answeredOne?.check.iban)
    await store(again)
    expect(await db().verification.findUnique({ where: { id: again.check.id } })).toMatchObject({
      status: 'completed',
    })
  })

  it('with the ID of a check of the sandbox is unknown, even for the same payee: no bank was asked for that one', async () => {
    const { check, claim } = await claimed()
    const sent = answered()
    const upstreamId = sent.kind === 'accepted' ? sent.body.id : ''
    const simulated = {
      ...PLAIN_CHECK,
      environment: 'sandbox',
      status: 'completed',
      matchResult: 'match',
    } as const
    const { iban, name } = check
    await db().verification.create({
      data: { ...simulated, iban, name, upstreamId, answeredAt: new Date(), requestedById: person.id },
    })
    await recordReply(check, claim.attempt, sent, BY)
    expect(await db().verification.findUnique({ where: { id: check.id } })).toMatchObject({
      ...{ status: 'unknown', matchResult: null, upstreamId: null },
    })
  })

  it('is chained to the audit log even when others write to it at the same moment', async () => {
    const checks = await Promise.all(Array.from({ length: 8 }, claimed))
    const others = Array.from({ length: 24 }, (_, n) =>
      db().$transaction((tx) => record({ by: BY, action: `test.${n}` }, tx)),
    )
    await Promise.all([
      ...others,
      ...checks.map(({ check, claim }) => recordReply(check, claim.attempt, answered(), BY)),
    ])
    for (const { check } of checks) expect(await entriesOf(check.id)).toBe(1)
    await anchorHead()
    expect(await verifyChain()).toMatchObject({ breach: null })
  })

  it('also ends its call in the shared rate limit, and is stored even when that cannot be written', async () => {
    const first = await claimed()
    await sendClaimed(first.check, first.claim, BY)
    expect(await callOf(first.claim)).toMatchObject({ failed: false, endedAt: expect.any(Date) })

    const second = await claimed()
    await queryAsOwner('alter table upstream_calls add constraint never check (failed is null) not valid')
    await sendClaimed(second.check, second.claim, BY)
    await queryAsOwner('alter table upstream_calls drop constraint never')
    expect(await callOf(second.claim)).toMatchObject({ endedAt: null })
    expect(await entriesOf(second.check.id)).toBe(1)
    expect(await db().creditEntry.count({ where: { attemptId: second.claim.attempt.id } })).toBe(1)
  })

  it('ends the attempt and books the credit of a check that another process has answered', async () => {
    const { check, claim } = await claimed()
    await db().verification.update({
      where: { id: check.id },
      data: { status: 'completed', matchResult: 'match', answeredAt: new Date() },
    })
    await recordReply(check, claim.attempt, answered(), BY)
    expect(await db().attempt.findUnique({ where: { id: claim.attempt.id } })).toMatchObject({
      state: 'accepted',
    })
    expect(await db().auditEntry.findFirst({ where: { objectId: check.id } })).toMatchObject({
      details: { outcome: 'unchanged' },
    })
  })

  it('that refuses it is audited with the reason, as every check that was not sent', async () => {
    const { check, claim } = await claimed()
    const refusal = { code: 'upstream_rejected_input', upstreamCode: null, httpStatus: 400 } as const
    await recordReply(check, claim.attempt, { kind: 'rejected', ...refusal, latencyMs: 5 }, BY)
    expect(await db().auditEntry.findFirst({ where: { objectId: check.id } })).toMatchObject({
      details: { outcome: 'not_sent', code: 'upstream_rejected_input' },
    })
  })
})

describe('a claim', () => {
  it('that cannot be stored takes no slot, leaves no check and sends nothing', async () => {
    const checks = await db().verification.count()
    const requests = provider.count(LIVE)
    await queryAsOwner("alter table attempts add constraint never check (state <> 'sending') not valid")
    await expect(claimed()).rejects.toThrow('never')
    await queryAsOwner('alter table attempts drop constraint never')
    expect(await db().upstreamCall.count()).toBe(0)
    expect(await db().verification.count()).toBe(checks)
    expect(provider.count(LIVE)).toBe(requests)
  })
})
