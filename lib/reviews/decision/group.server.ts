import 'server-only'
import { type AuditEvent, type Doer, recordAll } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import type { NameComparison } from '@/lib/names/compare'
import { db, type Tx } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { type Decided, takeDecision } from '@/lib/reviews/decision/decide.server'
import { withFourEyes } from '@/lib/reviews/decision/four-eyes.server'
import { groupable } from '@/lib/reviews/decision/group'
import type { GroupInput, GroupUndoInput } from '@/lib/reviews/decision/schema'
import { takeBackLast } from '@/lib/reviews/decision/take-back.server'
import { lockReviews } from '@/lib/reviews/load.server'
import type { ReviewState } from '@/lib/reviews/policy'

export type GroupDecided = { items: ({ id: string } & Decided)[] }
export type GroupUndone = { items: { id: string; state: ReviewState }[] }

/**
 * Approves or rejects up to 25 items with one reason: all of them or none. Rejected together are items of one result. What the dialog showed is what happens; when one item
 * cannot be decided (decided meanwhile, other evidence, four eyes, a difference that is more than writing), nothing is,
 * and the problem names every such item. Each gets a decision and an entry in the audit log of its own.
 * @throws Refusal 404 when one is not the actor's to see, 422 group_not_allowed, 409 group_refused
 */
export async function decideGroup(input: GroupInput, actor: Actor, doer: Doer): Promise<GroupDecided> {
  const { decision, reason, note } = input
  return allOrNone(input.items, {
    refused: 'Nothing was decided. Some items can’t be decided.',
    before: (tx) => checkKind(tx, input),
    act: (tx, { id, evidenceHash }) =>
      takeDecision(tx, id, { decision, reason, note, evidenceHash }, actor, doer),
  })
}

/**
 * Takes back up to 25 of one's own decisions, made together: all of them or none. A decision counts only while it is the
 * last one on its item and younger than five minutes.
 * @throws Refusal 404 when one is not the actor's to see, 409 group_refused with every item that stays decided
 */
export async function undoGroup({ items }: GroupUndoInput, actor: Actor, doer: Doer): Promise<GroupUndone> {
  return allOrNone(items, {
    refused: 'Nothing was undone. Some decisions can no longer be undone.',
    act: (tx, { id, decisionId }) => takeBackLast(tx, id, actor, doer, decisionId),
  })
}

type Act<Item, Done> = {
  /** what the problem says */
  refused: string
  before?: (tx: Tx) => Promise<void>
  act: (tx: Tx, item: Item) => Promise<Done & { event: AuditEvent }>
}

/** Acts on every item in one transaction, with an audit entry for each; one refusal and nothing has changed. */
function allOrNone<Item extends { id: string }, Done>(
  given: Item[],
  { refused: message, before, act }: Act<Item, Done>,
): Promise<{ items: ({ id: string } & Omit<Done & { event: AuditEvent }, 'event'>)[] }> {
  return withFourEyes(() =>
    db().$transaction(async (tx) => {
      // in the order of their ids, so that two groups wait for each other instead of blocking each other
      await lockReviews(
        tx,
        given.map(({ id }) => id),
      )
      await before?.(tx)
      const events: AuditEvent[] = []
      const items: ({ id: string } & Omit<Done & { event: AuditEvent }, 'event'>)[] = []
      const refused: Problem[] = []
      for (const [index, item] of given.entries()) {
        try {
          const { event, ...done } = await act(tx, item)
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
    }),
  )
}

type Problem = { path: string; code: string; message: string }

/** Approved together is what differs in writing only; rejected together is what has the result of the first. */
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
