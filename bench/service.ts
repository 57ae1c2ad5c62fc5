// `npm run bench -- service`: a bulk of 2,000 items against the verification service without latency: the time until it
// is accepted and until it is completed. Exits with 1 when a goal is missed.
import { setTimeout as sleep } from 'node:timers/promises'
import { openBenchOffice } from './office/office'
import { median, printFigure } from './report/report'

const ITEMS = 2_000
const ROUNDS = 5
const MAX_MS = { accepted: 500, completed: 5_000 }

const office = await openBenchOffice()
const { keptRows } = await import('@/lib/uploads/testing/body')
const {
  VERIFICATION_BASE_URL = '',
  VERIFICATION_CLIENT_ID = '',
  VERIFICATION_CLIENT_SECRET = '',
} = process.env

async function readJson<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

async function signIn(): Promise<Record<string, string>> {
  const form = {
    grant_type: 'client_credentials',
    client_id: VERIFICATION_CLIENT_ID,
    client_secret: VERIFICATION_CLIENT_SECRET,
  }
  const answer = await fetch(`${VERIFICATION_BASE_URL}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const { access_token } = await readJson<{ access_token: string }>(answer)
  return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
}

type Bulk = { id: string; status: string }

/** Sends a bulk and polls it until it is completed. @returns milliseconds from sending to each state */
async function sendBulk(headers: Record<string, string>, body: string): Promise<typeof MAX_MS> {
  const url = `${VERIFICATION_BASE_URL}/account-holder-verifications/bulk`
  const started = performance.now()
  let bulk = await readJson<Bulk>(await fetch(url, { method: 'POST', headers, body }))
  const accepted = performance.now() - started
  while (bulk.status !== 'completed') {
    await sleep(25)
    bulk = await readJson<Bulk>(await fetch(`${url}/${bulk.id}`, { headers }))
  }
  return { accepted, completed: performance.now() - started }
}

try {
  await office.start('service')
  const headers = await signIn()
  const verifications = keptRows(ITEMS).flatMap((row) =>
    'iban' in row ? [{ account: { iban: row.iban }, account_holder: { name: row.name } }] : [],
  )
  const body = JSON.stringify({ verifications })
  const rounds: (typeof MAX_MS)[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await sendBulk(headers, body))
  console.log(`median of ${ROUNDS}`)
  for (const state of ['accepted', 'completed'] as const) {
    const ms = median(rounds.map((times) => times[state]))
    if (!printFigure(`${ITEMS} items ${state}, ms`, ms, { max: MAX_MS[state] })) process.exitCode = 1
  }
} finally {
  await office.close()
}
