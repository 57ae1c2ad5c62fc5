import { foldName } from '@/lib/names/fold'
import type { CheckedRows } from '@/lib/tables/rows/checked-rows'
import { DIGEST_BYTES, knownAnswer, pairText } from '@/lib/uploads/known'

/** Digests that are made at once. */
const SLICE = 1000

/**
 * Asks the server which rows were answered with a match lately. Only SHA-256 digests of IBAN and name leave the
 * browser; the answer is their places. Answers no rows when the server cannot be asked: it is only an offer.
 */
export async function knownRows(rows: CheckedRows, url: string, goOn: () => boolean): Promise<number[]> {
  const valid = Array.from({ length: rows.length }, (_, index) => index).filter((index) =>
    rows.isValid(index),
  )
  const body = new Uint8Array(valid.length * DIGEST_BYTES)
  const encoder = new TextEncoder()
  for (let from = 0; from < valid.length; from += SLICE) {
    if (!goOn()) return []
    const slice = valid.slice(from, from + SLICE)
    const digests = await Promise.all(
      slice.map((index) => {
        const { iban, name } = rows.row(index)
        return crypto.subtle.digest('SHA-256', encoder.encode(pairText(iban, foldName(name))))
      }),
    )
    for (const [i, digest] of digests.entries()) body.set(new Uint8Array(digest), (from + i) * DIGEST_BYTES)
  }
  if (body.length === 0) return []
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await fetch(url, { method: 'POST', body, headers }).catch(() => null)
  if (!answer?.ok) return []
  const { known } = knownAnswer.parse(await answer.json())
  return known.flatMap((place) => (place < valid.length ? (valid[place] as number) + 1 : []))
}
