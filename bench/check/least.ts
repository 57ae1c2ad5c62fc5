// The least that a check can be: session check, the provider's answer, one insert, with the libraries of the product.
import { randomUUID } from 'node:crypto'
import { readSession } from '@/lib/auth/session.server'
import { db } from '@/lib/platform/db.server'
import { exchange } from '@/lib/upstream/transport.server'

const limits = { headersMs: 30_000, totalMs: 30_000, maxBytes: 1_000_000 }

/** @param sid of the session cookie; `text` the JSON of the request. @throws when either is wrong */
export async function check(sid: string, text: string): Promise<object> {
  const actor = await readSession(sid, true)
  if (!actor) throw new Error('no session')
  const { iban, name } = JSON.parse(text) as { iban: string; name: string }
  const answer = await exchange({
    method: 'POST',
    url: `${process.env.VERIFICATION_BASE_URL}/account-holder-verifications`,
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: JSON.stringify({ account: { iban }, account_holder: { name } }),
    limits,
  })
  if (answer.kind !== 'answer') throw new Error(answer.code)
  const { match_result: matchResult } = JSON.parse(answer.text) as { match_result: 'match' }
  return db().verification.create({
    data: {
      id: randomUUID(),
      environment: 'live',
      source: 'single',
      iban,
      name,
      nameSearch: name.toLowerCase(),
      country: iban.slice(0, 2),
      requestedById: actor.id,
      status: 'completed',
      matchResult,
    },
  })
}
