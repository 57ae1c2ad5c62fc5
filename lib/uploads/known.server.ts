import 'server-only'
import { db } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { DIGEST_BYTES, KNOWN_DAYS, type KnownAnswer } from '@/lib/uploads/known'
import { MAX_ROWS } from '@/lib/uploads/wire'

/**
 * Which of these digests stand for a pair of IBAN and name that was answered with a match lately, whoever asked: only
 * that it was is told. Live answers only.
 * @throws Refusal 400 digests_invalid when the body is not a row of whole digests, 413 too_many_rows
 */
export async function knownDigests(body: Uint8Array): Promise<KnownAnswer> {
  const count = body.length / DIGEST_BYTES
  if (!Number.isInteger(count)) throw new Refusal(400, 'digests_invalid', 'Send whole SHA-256 digests.')
  if (count > MAX_ROWS) throw new Refusal(413, 'too_many_rows', `At most ${MAX_ROWS} digests.`)
  const digests = Array.from({ length: count }, (_, i) =>
    Buffer.from(body.subarray(i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES)).toString('hex'),
  )
  // a match carries no other name, so name_search is the folded name as it was sent
  const rows = await db().$queryRaw<{ place: number }[]>`
    select (asked.place - 1)::int as place
      from unnest(${digests}::text[]) with ordinality as asked (digest, place)
     where asked.digest in (
       select encode(sha256(convert_to(v.iban || '|' || v.name_search, 'UTF8')), 'hex')
         from verifications v
        where v.environment = 'live' and v.match_result = 'match'
          and v.answered_at > now() - make_interval(days => ${KNOWN_DAYS}))
     order by asked.place`
  return { known: rows.map(({ place }) => place) }
}
