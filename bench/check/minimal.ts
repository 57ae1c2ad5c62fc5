// The least that such a route can be: session check, the provider's answer, one insert, with the libraries of the product.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readSession } from '@/lib/auth/session.server'
import { db } from '@/lib/platform/db.server'
import { exchange } from '@/lib/upstream/transport.server'

const limits = { headersMs: 30_000, totalMs: 30_000, maxBytes: 1_000_000 }

async function check(sid: string, text: string): Promise<object> {
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

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const sid = /=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  try {
    const view = await check(sid, Buffer.concat(chunks).toString())
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(view))
  } catch (error) {
    response.writeHead(500).end(`${error}`)
  }
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
