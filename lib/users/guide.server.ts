import 'server-only'
import { z } from 'zod'
import type { Actor } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { preference } from '@/lib/platform/settings.server'
import { type Guide, SHOWN_BY, type Step, stepsOf } from '@/lib/users/guide'

const dismissed = preference('guide', z.looseObject({}), null)

/**
 * The first steps of a person, and which of them they have taken according to the audit log. An admin's are done when the
 * office has a connection and a second person.
 * @returns null when all are done or the guide was dismissed
 */
export async function readGuide({ id, roles }: Pick<Actor, 'id' | 'roles'>): Promise<Guide | null> {
  if (await dismissed.read(id)) return null
  const guide = await Promise.all(
    stepsOf(roles).map(async (step) => ({ step, done: await isDone(step, id) })),
  )
  if (!guide.every(({ done }) => done)) return guide
  // what the office has may be lost again, and the person may get other roles
  if (guide.some(({ step }) => step in SHOWN_BY)) await dismissGuide(id)
  return null
}

async function isDone(step: Step, personId: string): Promise<boolean> {
  if (step === 'connect') return (await db().connection.count({ where: { active: true } })) > 0
  if (step === 'invite') return (await db().user.count({ where: { disabledAt: null } })) > 1
  const entry = { actorId: personId, action: { in: SHOWN_BY[step] } }
  return (await db().auditEntry.findFirst({ where: entry, select: { seq: true } })) !== null
}

/** Dismisses the guide for good, in every browser of this person. */
export async function dismissGuide(userId: string): Promise<void> {
  await dismissed.save(userId, { ended: true })
}
