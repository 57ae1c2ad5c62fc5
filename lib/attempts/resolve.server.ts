import 'server-only'
import { confirmBatch, resolveBatch } from '@/lib/attempts/batch.server'
import { confirmCheck, resolveCheck } from '@/lib/attempts/check.server'
import { readUnknownAttemptView } from '@/lib/attempts/queries.server'
import type { ConfirmInput, ResolveInput } from '@/lib/attempts/schema'
import type { UnknownAttemptView } from '@/lib/attempts/view'
import type { RequestedBy } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'

/** Stores a reviewer's decision about a paid request whose response was lost. @throws Refusal */
export async function resolveAttempt(
  id: string,
  input: ResolveInput,
  by: RequestedBy,
): Promise<UnknownAttemptView> {
  await ((await isBatch(id)) ? resolveBatch(id, input, by) : resolveCheck(id, input, by))
  return readUnknownAttemptView(id)
}

/** Confirms (another reviewer) or takes back the decision that waits. @throws Refusal */
export async function confirmResolution(
  id: string,
  input: ConfirmInput,
  by: RequestedBy,
): Promise<UnknownAttemptView> {
  await ((await isBatch(id)) ? confirmBatch(id, input, by) : confirmCheck(id, input, by))
  return readUnknownAttemptView(id)
}

async function isBatch(id: string): Promise<boolean> {
  const attempt = await db().attempt.findUnique({ where: { id }, select: { bulkId: true } })
  if (!attempt) throw notFound()
  return attempt.bulkId !== null
}
