import 'server-only'
import { type AuditEvent, recordAll } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import type { NameComparison } from '@/lib/names/compare'
import { db, type Tx } from '@/lib/platform/db.server'
import { type FieldProblem, Refusal } from '@/lib/platform/refusal'
import { type DecisionResult, takeDecision } from '@/lib/reviews/decision/decide.server'
import { refuseDecision } from '@/lib/reviews/decision/four-eyes.server'
import { groupable } from '@/lib/reviews/decision/group'
import type { GroupInput, GroupUndoInput } from '@/lib/reviews/decision/schema'
import { undoLastDecision } from '@/lib/reviews/decision/undo.server'
import { lockReviews } from '@/lib/reviews/load.server'
import type { StoredReviewState } from '@/lib/reviews/policy'

export type GroupDecided = { items: ({ id: string } & DecisionResult)[] }
export type GroupUndone = { items: { id: string; state: StoredReviewState }[] }

/**
 * Approves or rejects up to 25 items with one reason, all or none. Rejected items must share one result. When an item
 * cannot be decided (decided in the meantime, changed evidence, four eyes, a difference in more than format), nothing
 * is, and the problem lists every such item. Each item gets its own decision and audit entry.
 * @throws Refusal 404 when the actor may not see one of them, 422 group_not_allowed, 409 group_refused
 */
export async function decideGroup(input: GroupInput, by: RequestedBy): Promise<GroupDecided> {
  const { decision, reason, note } = input
  return allOrNone(input.items, by, {
    refused: 'Nothing was decided. Some items can’t be decided.',
    before: (tx) => checkKind(tx, input),
    act: (tx, { id, evidenceHash }) => takeDecision(tx, id, { decision, reason, note, evidenceHash }, by),
  })
}

/**
 * Undoes up to 25 of one's own decisions from one group, all or none. A decision qualifies while it is the last one on
 * its item and younger than five minutes.
 * @throws Refusal 404 when the actor may not see one of them, 409 group_refused with every item that stays decided
 */
export async function undoGroup({ items }: GroupUndoInput, by: RequestedBy): Promise<GroupUndone> {
  return allOrNone(items, by, {
    refused: 'Nothing was undone. Some decisions can no longer be undone.',
    act: (tx, item) => undoLastDecision(tx, item, by),
  })
}

type GroupAction<Item, Done> = {
  /** the message in the problem */
  refused: string
  before?: (tx: Tx) => Promise<void>
  act: (tx: Tx, item: Item) => Promise<{ done: Done; event: AuditEvent }>
}

/** Runs `act` on every item in one transaction, with an audit entry for each. One refusal rolls everything back. */
function allOrNone<Item extends { id: string }, Done>(
  given: Item[],
  { actor }: RequestedBy,
  { refused: message, before, act }: GroupAction<Item, Done>,
): Promise<{ items: ({ id: string } & Done)[] }> {
  return db()
    .$transaction(async (tx) => {
      // locked in ID order, so that two groups wait for each other instead of deadlocking
      await lockReviews(
        tx,
        given.map(({ id }) => id),
        actor,
      )
      await before?.(tx)
      const events: AuditEvent[] = []
      const items: ({ id: string } & Done)[] = []
      const refused: FieldProblem[] = []
      for (const [index, item] of given.entries()) {
        try {
          const { done, event } = await act(tx, item)
          events.push({ ...event, details: { ...event.details, together: given.length } })
          items.push({ id: item.id, ...done })
        } catch (error) {
          if (!(error instanceof Refusal) || error.status === 404) throw error
          refused.push({ path: `items.${index}`, code: error.code, message: error.message })
        }
      }
      if (refused.length > 0) throw new Refusal(409, 'group_refused', message, { errors: refused })
      await recordAll(events, tx)
      return { items }
    })
    .catch(refuseDecision)
}

/** Items approved together may differ in format only; items rejected together must share one result. */
async function checkKind(tx: Tx, { decision, items }: GroupInput): Promise<void> {
  const found = await tx.review.findMany({
    where: { id: { in: items.map(({ id }) => id) } },
    select: { id: true, matchResult: true, verification: { select: { comparison: true } } },
  })
  const first = found.find(({ id }) => id === items[0]?.id)
  const fits = ({ matchResult, verification }: (typeof found)[number]) =>
    decision === 'reject'
      ? matchResult === first?.matchResult
      : groupable({ matchResult, comparison: verification.comparison as NameComparison | null })
  const blocked = new Set(found.filter((review) => !fits(review)).map(({ id }) => id))
  if (blocked.size === 0) return
  const message = 'This item needs its own decision.'
  throw new Refusal(422, 'group_not_allowed', NOT_ALLOWED[decision], {
    errors: items.flatMap(({ id }, index) =>
      blocked.has(id) ? [{ path: `items.${index}`, code: 'group_not_allowed', message }] : [],
    ),
  })
}

const NOT_ALLOWED = {
  approve: 'Only items with differences in form can be approved together.',
  reject: 'Only items with the same result can be rejected together.',
}
