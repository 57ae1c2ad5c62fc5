import 'server-only'
import { alreadyAttached, type UnknownAttempt } from '@/lib/attempts/resolution.server'
import { readRefused, takeReadSlot } from '@/lib/connections/read-slot.server'
import { db } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { getBulk } from '@/lib/upstream/client.server'
import type { WireBulk } from '@/lib/upstream/contract'

/** The provider's clock and ours may differ by this much, in milliseconds. */
const TOLERANCE_MS = 120_000

/**
 * Reads the bulk with this ID at the provider and checks that it can be the lost one: it has the same number of
 * items, was created while our request was in flight, and isn't attached to another batch. The provider returns
 * nothing else that could be compared. A request whose ID is known can only be attached to that ID.
 * @throws Refusal 422 attach_invalid | attach_mismatch, 409 already_attached, 502 upstream_unavailable, 429
 */
export async function comparableBulk(attempt: UnknownAttempt, upstreamId: string): Promise<void> {
  await assertNotAttached(upstreamId, attempt.bulkId ?? '')
  const [bulk, found] = await Promise.all([
    db().bulk.findUniqueOrThrow({ where: { id: attempt.bulkId ?? '' }, select: { size: true } }),
    read(attempt.connectionId, upstreamId),
  ])
  const differs = differencesOf(found, bulk.size, attempt)
  const isOther = (attempt.upstreamId ?? upstreamId) !== upstreamId
  if (isOther || differs.length > 0)
    throw new Refusal(
      422,
      'attach_mismatch',
      'This isn’t the batch that was sent. Its number of rows, its time or its ID differs.',
      { extra: { differs: isOther ? ['id'] : differs } },
    )
}

async function assertNotAttached(upstreamId: string, bulkId: string): Promise<void> {
  const known = await db().bulk.count({ where: { upstreamId, id: { not: bulkId } } })
  if (known > 0) throw alreadyAttached()
}

async function read(connectionId: string | null, upstreamId: string): Promise<WireBulk> {
  const { connection, call } = await takeReadSlot(connectionId, 'bulk')
  const answer = await getBulk(connection, upstreamId, call)
  // an answer about another batch says nothing about this one
  if (answer.kind === 'ok' && answer.body.id !== upstreamId) throw readRefused('upstream_bad_response')
  if (answer.kind === 'ok') return answer.body
  if (answer.code === 'upstream_not_found')
    throw new Refusal(422, 'attach_invalid', 'The bank service has no batch with this ID.')
  throw readRefused(answer.code)
}

/** The provider's times are in UTC (specification 2.4), even without a zone designator. */
const timeOf = (text: string): number => Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)

/** Lists the differences; an empty list means that the bulk can be the lost one. */
export function differencesOf(
  found: Pick<WireBulk, 'totalItems' | 'createdAt'>,
  size: number,
  { claimedAt, sendDeadline }: Pick<UnknownAttempt, 'claimedAt' | 'sendDeadline'>,
): ('items' | 'time')[] {
  const madeAt = timeOf(found.createdAt ?? '')
  const from = (claimedAt?.getTime() ?? Number.NaN) - TOLERANCE_MS
  const until = (sendDeadline?.getTime() ?? Number.NaN) + TOLERANCE_MS
  const inTime = madeAt >= from && madeAt <= until
  return [...(found.totalItems === size ? [] : (['items'] as const)), ...(inTime ? [] : (['time'] as const))]
}
