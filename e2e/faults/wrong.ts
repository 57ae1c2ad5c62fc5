import { setTimeout as sleep } from 'node:timers/promises'
import { check } from './check/check'
import { gather } from './check/gather'
import { until } from './failpoints'
import type { Analyst } from './office/analyst'
import { BULK_SIZE, type Office } from './office/office'
import { comeToRest } from './rest'
import type { Run } from './storm'

/**
 * Two deliberate bugs, which the checker must detect. They exist only here and affect the product only from outside.
 * `rearm`: a silent sender is treated as if it had not sent, and its bulk is queued again. `rogue`: another process
 * sends a bulk that was sent already.
 */
export type Wrong = 'rearm' | 'rogue'

const REARM = `
  with lost as (
    update attempts set state = 'not_sent', error_class = 'rearmed', ended_at = now()
     where state = 'sending' and bulk_id is not null and claimed_at < now() - interval '3 seconds' returning bulk_id)
  update bulks set state = 'waiting', next_poll_at = now() from lost where bulks.id = lost.bulk_id`

/** Proves that the harness can fail: the bug must be reported as billed twice. @returns whether it was detected */
export async function proveMistake({ office }: Run, analyst: Analyst, wrong: Wrong): Promise<boolean> {
  await makeMistake(office, analyst, wrong)
  const restless = await comeToRest(office, analyst, 40)
  const violations = check(await gather(office, analyst, { longestOverdue: 0, restless, directed: [] }))
  const found = [...new Set(violations.map(({ invariant }) => invariant))]
  const caught = found.includes('I2')
  console.log(`faults: the mistake "${wrong}" was ${caught ? 'caught' : 'NOT caught'} (${found.join(', ')})`)
  return caught
}

/** Kills workers before they store a response, and then applies the bug. */
async function makeMistake(office: Office, analyst: Analyst, wrong: Wrong): Promise<void> {
  const { processes, database, provider } = office
  await Promise.all([processes.kill('worker 1', 'after_answer'), processes.kill('worker 2', 'after_answer')])
  await analyst.upload(BULK_SIZE)
  await until('a worker died with an answer', () => processes.failpoints > 0)
  if (wrong === 'rogue') return sendAgain(provider)
  for (let turn = 0; turn < 24; turn++) {
    await database.query(REARM)
    await sleep(500)
  }
}

async function sendAgain({ url, authorization, ledger }: Office['provider']): Promise<void> {
  const verifications = ledger.lines[0]?.items.map(({ iban, name }) => ({
    account: { iban },
    account_holder: { name },
  }))
  const answer = await fetch(`${url}/account-holder-verifications/bulk`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ verifications }),
  })
  if (!answer.ok) throw new Error(`the rogue sender was refused: ${answer.status}`)
}
