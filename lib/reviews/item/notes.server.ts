import 'server-only'
import { record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { Refusal } from '@/lib/platform/refusal'
import { loadReview, lockReviews } from '@/lib/reviews/load.server'
import { assertKept } from '@/lib/reviews/refusals'

const MAX_NOTES = 200

/**
 * Adds a note to a review, decided or not; anybody who may read it can. Notes are never changed or deleted and are not
 * part of the evidence. The audit log records the note without its text.
 * @throws Refusal 404, 409 verification_purged | too_many_notes
 */
export async function addNote(
  id: string,
  note: string,
  { actor, auditActor }: RequestedBy,
): Promise<{ id: string }> {
  return db().$transaction(async (tx) => {
    await lockReviews(tx, [id], actor)
    const review = await loadReview(tx, id, actor)
    assertKept(review)
    const { environment } = review
    if ((await tx.reviewEvent.count({ where: { reviewId: id, kind: 'note' } })) >= MAX_NOTES)
      throw new Refusal(409, 'too_many_notes', `This item already has ${MAX_NOTES} notes.`)
    const event = await tx.reviewEvent.create({
      data: { reviewId: id, kind: 'note', byId: actor.id, note, createdAt: review.now },
    })
    await notify(tx, { topic: 'review', environment })
    await record({ by: auditActor, action: 'review.note_added', object: { type: 'review', id } }, tx)
    return { id: event.id }
  })
}
