import { setTimeout as sleep } from 'node:timers/promises'
import { FAILPOINTS, type Failpoint } from '@/lib/platform/failpoint.server'
import { waitForWeb } from '../../scripts/processes/ready.mjs'
import type { FailpointCrash } from './check/evidence'
import type { Analyst } from './office/analyst'
import { BULK_SIZE, type Office } from './office/office'

/** How often the provider must have billed, and the state that the attempt must have. */
const EXPECTED: Record<Failpoint, Pick<FailpointCrash, 'billed' | 'state'>> = {
  after_claim_commit: { billed: 0, state: 'unknown' },
  before_send: { billed: 0, state: 'unknown' },
  after_answer: { billed: 1, state: 'unknown' },
  before_record_commit: { billed: 1, state: 'unknown' },
  after_record_commit: { billed: 1, state: 'accepted' },
  mid_poll_page: { billed: 1, state: 'accepted' },
}

/**
 * Crashes a worker (with a bulk) and the web process (with a check) once at every failpoint, without other load and
 * with a well-behaved provider.
 */
export async function crashAtEveryFailpoint(office: Office, analyst: Analyst): Promise<FailpointCrash[]> {
  const crashes: FailpointCrash[] = []
  for (const failpoint of FAILPOINTS) {
    const { processes } = office
    await waitUntilIdle(office)
    const before = processes.failpoints
    await Promise.all([processes.kill('worker 1', failpoint), processes.kill('worker 2', failpoint)])
    const request = await analyst.upload(BULK_SIZE)
    crashes.push({ failpoint, request, ...EXPECTED[failpoint] })
    await waitUntil(`a worker died at ${failpoint}`, () => processes.failpoints > before)
    if (failpoint !== 'mid_poll_page') crashes.push(await crashWebAt(office, analyst, failpoint))
  }
  await clearFailpoints(office)
  return crashes
}

const clearFailpoints = ({ processes }: Office) =>
  Promise.all(processes.names().map((name) => processes.hasFailpoint(name) && processes.kill(name)))

/** Waits until the sweep has settled the last crashes, because it passes some failpoints too. */
async function waitUntilIdle(office: Office): Promise<void> {
  await clearFailpoints(office)
  await office.database.query(`update attempts set send_deadline = now() where state = 'sending'`)
  const sending = `select 1 from attempts where state = 'sending'`
  await waitUntil('no attempt is in sending', async () => (await office.database.query(sending)).length === 0)
}

async function crashWebAt(
  { processes, address }: Office,
  analyst: Analyst,
  failpoint: Failpoint,
): Promise<FailpointCrash> {
  await processes.kill('web', failpoint)
  await sleep(400)
  await waitForWeb(address, 'faults')
  const before = processes.failpoints
  const request = await analyst.check()
  await waitUntil(`web died at ${failpoint}`, () => processes.failpoints > before)
  return { failpoint, request, ...EXPECTED[failpoint] }
}

export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 40_000,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(100)) if (await condition()) return
  throw new Error(`waited ${timeoutMs / 1_000} s for: ${what}`)
}
