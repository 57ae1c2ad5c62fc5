import 'server-only'
import { z } from 'zod'
import type { Actor } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { preference } from '@/lib/platform/settings.server'
import { type Guide, SHOWN_BY, stepsOf } from '@/lib/users/guide'

const dismissed = preference('guide', z.looseObject({}), null)

/**
 * The first steps of a person, and which of them they have taken according to the audit log.
 * @returns null when all are done, the guide was dismissed, or the roles have no steps
 */
export async function readGuide({ id, roles }: Pick<Actor, 'id' | 'roles'>): Promise<Guide | null> {
  const steps = stepsOf(roles)
  if (steps.length === 0) return null
  if (await dismissed.read(id)) return null
  const guide = await Promise.all(
    steps.map(async (step) => {
      const entry = { actorId: id, action: { in: SHOWN_BY[step] } }
      const shown = await db().auditEntry.findFirst({ where: entry, select: { seq: true } })
      return { step, done: shown !== null }
    }),
  )
  if (!guide.every(({ done }) => done)) return guide
  await dismissGuide(id)
  return null
}

/** Dismisses the guide for good, in every browser of this person. */
export async function dismissGuide(userId: string): Promise<void> {
  await dismissed.save(userId, { ended: true })
}
