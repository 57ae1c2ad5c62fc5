import 'server-only'
import { type Actor, seesMasked } from '@/lib/auth/roles'
import { decrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { visibleTo } from '@/lib/verifications/record/queries.server'

/**
 * The provider's answer as received; null when none is stored (lost, not sent, or purged).
 * @throws Refusal 404 for an unknown ID, somebody else's check, and people who see masked values
 */
export async function readRaw(id: string, actor: Actor): Promise<{ answer: unknown }> {
  const row = await db().verification.findFirst({
    where: { id, ...visibleTo(actor) },
    select: { rawCipher: true },
  })
  if (!row || seesMasked(actor)) throw notFound()
  const text = row.rawCipher && decrypt(row.rawCipher, `verifications|raw_cipher|${id}`).toString('utf8')
  return { answer: text ? JSON.parse(text) : null }
}
