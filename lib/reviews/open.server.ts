import 'server-only'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/notify.server'

/**
 * Puts answered verifications into the queue: close match, no match and not verifiable; match and failed never.
 * Runs inside the transaction that stores the answers. One review per verification, however often it is called.
 * @returns how many reviews were opened
 */
export async function openReviews(tx: Tx, verificationIds: string[]): Promise<number> {
  if (verificationIds.length === 0) return 0
  const opened = await tx.$queryRaw<{ environment: 'live' | 'sandbox' }[]>`
    insert into reviews (id, verification_id, environment, match_result, difference_types, upload_id, requested_by_id, evidence_hash)
    select gen_random_uuid(), v.id, v.environment, v.match_result,
           array(select difference ->> 'type' from jsonb_array_elements(coalesce(v.comparison -> 'differences', '[]'::jsonb)) difference),
           v.upload_id, v.requested_by_id, v.evidence_hash
      from verifications v
     where v.id = any(${verificationIds}::uuid[])
       and v.match_result in ('close_match', 'no_match', 'account_not_verifiable')
    on conflict (verification_id) do nothing
    returning environment`
  for (const environment of new Set(opened.map((row) => row.environment)))
    await notify(tx, { topic: 'review', environment })
  await supersedeEarlier(tx, verificationIds)
  return opened.length
}

/** A new answer to a re-check closes what is undecided on the older result; what is decided stays. */
async function supersedeEarlier(tx: Tx, verificationIds: string[]): Promise<void> {
  await tx.$executeRaw`
    update reviews r set state = 'superseded', claimed_by_id = null, claimed_until = null
      from verifications v
     where v.id = any(${Prisma.sql`${verificationIds}::uuid[]`}) and v.previous_id = r.verification_id
       and v.status in ('completed', 'failed') and r.state in ('todo', 'second_approval', 'escalated')`
}
