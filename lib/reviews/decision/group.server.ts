import 'server-only'
import { type AuditEvent, type Doer, recordAll } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import type { NameComparison } from '@/lib/names/compare'
import { db, type Tx } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { type Decided, takeDecision } from '@/lib/reviews/decision/decide.server'
import { withFourEyes } from '@/lib/reviews/decision/four-eyes.server'
import { groupable } from '@/lib/reviews/decision/group'
import type { GroupInput } from '@/lib/reviews/decision/schema'
import { lockReviews } from '@/lib/reviews/load.server'

export type GroupDecided = { items: ({ id: string } & Decided)[] }

/**
 * Approves up to 25 items with one reason: all of them or none. What the dialog showed is what happens; when one item
 * cannot be approved (decided meanwhile, other evidence, four eyes, a difference that is more than writing), nothing is,
 * and the problem names every such item. Each gets a decision and an entry in the audit log of its own.
 * @throws Refusal 404 when one is not the actor's to see, 422 group_not_allowed, 409 group_refused
 */
export async function decideGroup(input: GroupInput, actor: Actor, doer: Doer): Promise<GroupDecided> {
  return withFourEyes(() =>
    db().$transaction(async (tx) => {
      // in the order of their ids, so that two groups wait for each other instead of blocking each other
      await lockReviews(
        tx,
        input.items.map(({ id }) => id),
      )
      await checkLevels(tx, input)
      const events: AuditEvent[] = []
      const items: GroupDecided['items'] = []
      const refused: Problem[] = []
      for (const [index, { id, evidenceHash }] of input.items.entries()) {
        const decision = { decision: input.decision, reason: input.reason, note: input.note, evidenceHash }
        try {
          const { event, ...decided } = await takeDecision(tx, id, decision, actor, doer)
          events.push({ ...event, details: { ...event.details, together: input.items.length } })
          items.push({ id, ...decided })
        } catch (error) {
          if (!(error instanceof Refusal) || error.status === 404) throw error
          refused.push({ path: `items.${index}`, code: error.code, message: error.message })
        }
      }
      if (refused.length > 0)
        throw new Refusal(409, 'group_refused', 'Nothing was decided. Some items cannot be approved.', {
          errors: refused,
        })
      await recordAll(events, tx)
      return { items }
    }),
  )
}

type Problem = { path: string; code: string; message: string }

async function checkLevels(tx: Tx, input: GroupInput): Promise<void> {
  const found = await tx.review.findMany({
    where: { id: { in: input.items.map(({ id }) => id) } },
    select: { id: true, matchResult: true, verification: { select: { comparison: true } } },
  })
  const blocked = new Set(
    found
      .filter(
        ({ matchResult, verification }) =>
          !groupable({ matchResult, comparison: verification.comparison as NameComparison | null }),
      )
      .map(({ id }) => id),
  )
  if (blocked.size === 0) return
  const message = 'It needs its own decision.'
  throw new Refusal(422, 'group_not_allowed', 'Only differences in writing are approved together.', {
    errors: input.items.flatMap(({ id }, index) =>
      blocked.has(id) ? [{ path: `items.${index}`, code: 'group_not_allowed', message }] : [],
    ),
  })
}
