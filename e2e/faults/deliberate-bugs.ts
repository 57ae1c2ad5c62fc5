import { setTimeout as sleep } from 'node:timers/promises'
import { check } from './check/check'
import { gather } from './check/gather'
import { drainWork } from './drain'
import { waitUntil } from './failpoints'
import type { Analyst } from './office/analyst'
import { BULK_SIZE, type Office } from './office/office'
import type { StormRun } from './storm'

/**
 * Two deliberate bugs that the checker must detect. They act on the product from outside. `rearm`: an attempt without a
 * response is treated as not sent, and its bulk is queued again. `rogue`: another process sends a bulk a second time.
 */
export type DeliberateBug = 'rearm' | 'rogue'

const REARM = `
  with lost as (
    update attempts set state = 'not_sent', error_class = 'rearmed', ended_at = now()
     where state = 'sending' and bulk_id is not null and claimed_at < now() - interval '3 seconds' returning bulk_id)
  update bulks set state = 'waiting', next_poll_at = now() from lost where bulks.id = lost.bulk_id`

/** Proves that the harness can fail. @returns whether the bug was reported as billed twice */
export async function detectsBug(
  { office }: StormRun,
  analyst: Analyst,
  bug: DeliberateBug,
): Promise<boolean> {
  await injectBug(office, analyst, bug)
  const unfinished = await drainWork(office, analyst, 40)
  const violations = check(await gather(office, analyst, { longestOverdue: 0, unfinished, crashes: [] }))
  const found = [...new Set(violations.map(({ invariant }) => invariant))]
  const detected = found.includes('I2')
  console.log(`faults: the bug "${bug}" was ${detected ? 'detected' : 'NOT detected'} (${found.join(', ')})`)
  return detected
}

/** Kills the workers before they store a response, and then injects the bug. */
async function injectBug(office: Office, analyst: Analyst, bug: DeliberateBug): Promise<void> {
  const { processes, database, provider } = office
  await Promise.all([processes.kill('worker 1', 'after_answer'), processes.kill('worker 2', 'after_answer')])
  await analyst.upload(BULK_SIZE)
  await waitUntil('a worker died before it stored a response', () => processes.failpoints > 0)
  if (bug === 'rogue') return resendBulk(provider)
  for (let round = 0; round < 24; round++) {
    await database.query(REARM)
    await sleep(500)
  }
}

async function resendBulk({ url, authorization, ledger }: Office['provider']): Promise<void> {
  const verifications = ledger.lines[0]?.items.map(({ iban, name }) => ({
    account: { iban },
    account_holder: { name },
  }))
  const response = await fetch(`${url}/account-holder-verifications/bulk`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ verifications }),
  })
  if (!response.ok) throw new Error(`the rogue sender was refused: ${response.status}`)
}
