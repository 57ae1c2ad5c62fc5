import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { type AttemptFact, attemptFact } from '@/lib/exports/records/attempt.server'
import { canonicalJson } from '@/lib/platform/canonical'
import { sha256 } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { readDecisions, readDocuments, readEvents, timelineOf } from '@/lib/reviews/item/timeline.server'
import type { DecisionView, TimelineEvent } from '@/lib/reviews/view'
import { readCheckView, readVerification } from '@/lib/verifications/record/queries.server'
import type { VerificationView } from '@/lib/verifications/view'

type DocumentFact = {
  fileName: string
  mediaType: string
  bytes: number
  sha256: string
  at: string
  by: string
}

/** Everything known about one check, for one reader: masked people get it without names, notes and documents. */
export type CheckRecord = {
  check: VerificationView
  /** SHA-256 over the check, the pair and the provider's response; null before the response */
  evidenceHash: string | null
  attempts: AttemptFact[]
  decisions: DecisionView[]
  documents: DocumentFact[]
  /** newest first */
  timeline: TimelineEvent[]
}

/** @throws Refusal 404, also for a check that the actor may not see */
export async function readCheckRecord(id: string, actor: Actor): Promise<CheckRecord> {
  const check = await readVerification(id, actor)
  return recordOf(check, check.masked)
}

/** The text that is hashed and packed: the whole record, independent of the reader. */
export async function checkRecordText(id: string): Promise<string> {
  return canonicalJson({ format: 'accord-check-1', ...(await recordOf(await readCheckView(id), false)) })
}

/** SHA-256 of the current record. */
export const checkRecordHash = async (id: string): Promise<string> => sha256(await checkRecordText(id))

async function recordOf(check: VerificationView, masked: boolean): Promise<CheckRecord> {
  const reviewId = check.review?.id
  const [row, decisions, events, documents, review] = await Promise.all([
    db().verification.findUniqueOrThrow({
      where: { id: check.id },
      select: { evidenceHash: true, attempts: { orderBy: { number: 'asc' } } },
    }),
    reviewId === undefined ? [] : readDecisions(reviewId),
    reviewId === undefined ? [] : readEvents(reviewId),
    reviewId === undefined || masked ? [] : readDocumentFacts(reviewId),
    reviewId === undefined
      ? null
      : db().review.findUnique({
          where: { id: reviewId },
          select: { createdAt: true, rule: { select: { name: true } } },
        }),
  ])
  const shownDecisions = masked
    ? decisions.map((one) => ({ ...one, note: null, callBack: null, correctedName: null }))
    : decisions
  const shownEvents = masked ? events.map((event) => ({ ...event, note: null })) : events
  const timeline = timelineOf(
    {
      requester: check.requestedBy,
      checkedAt: new Date(check.createdAt),
      answeredAt: check.answeredAt === null ? null : new Date(check.answeredAt),
      createdAt: review?.createdAt ?? new Date(check.createdAt),
      rule: review?.rule?.name ?? null,
    },
    shownDecisions,
    shownEvents,
  )
  return {
    check,
    evidenceHash: row.evidenceHash,
    attempts: row.attempts.map(attemptFact),
    decisions: shownDecisions,
    documents,
    timeline: timeline.filter(
      ({ kind }) =>
        (kind !== 'added' || review !== null) && (kind !== 'answered' || check.answeredAt !== null),
    ),
  }
}

/** Documents by their hash: the files themselves stay encrypted in the storage. */
async function readDocumentFacts(reviewId: string): Promise<DocumentFact[]> {
  const [papers, hashes] = await Promise.all([
    readDocuments(reviewId),
    db().document.findMany({ where: { reviewId }, select: { id: true, sha256: true } }),
  ])
  return papers.map(({ id, fileName, mediaType, bytes, at, by }) => ({
    fileName,
    mediaType,
    bytes,
    at,
    by: by.name,
    sha256: hashes.find((one) => one.id === id)?.sha256 ?? '',
  }))
}
