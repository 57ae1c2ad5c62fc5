import 'server-only'
import { isoTime } from '@/lib/platform/days/iso-time'
import type { Prisma } from '@/lib/platform/db.server'

/** A paid request, as it is in a record. */
export type AttemptFact = {
  id: string
  number: number
  state: string
  claimedAt: string | null
  endedAt: string | null
  httpStatus: number | null
  upstreamCode: string | null
  upstreamId: string | null
  payloadSha256: string | null
}

/** A row of `attempts` as the fact that a record has of it. */
export const attemptFact = (row: Prisma.AttemptGetPayload<object>): AttemptFact => ({
  id: row.id,
  number: row.number,
  state: row.state,
  claimedAt: isoTime(row.claimedAt),
  endedAt: isoTime(row.endedAt),
  httpStatus: row.httpStatus,
  upstreamCode: row.upstreamCode,
  upstreamId: row.upstreamId,
  payloadSha256: row.payloadSha256,
})
