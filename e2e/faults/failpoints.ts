import { setTimeout as sleep } from 'node:timers/promises'
import { FAILPOINTS, type Failpoint } from '@/lib/platform/failpoint.server'
import { waitForWeb } from '../../scripts/processes/ready.mjs'
import type { Directed } from './check/evidence'
import type { Analyst } from './office/analyst'
import { BULK_SIZE, type Office } from './office/office'

/** How often the provider billed, and the state that the attempt must have. */
const LEFT: Record<Failpoint, Pick<Directed, 'billed' | 'state'>> = {
  after_claim_commit: { billed: 0, state: 'unknown' },
  before_send: { billed: 0, state: 'unknown' },
  after_answer: { billed: 1, state: 'unknown' },
  before_record_commit: { billed: 1, state: 'unknown' },
  after_record_commit: { billed: 1, state: 'accepted' },
  mid_poll_page: { billed: 1, state: 'accepted' },
}

/**
 * Crashes once at every failpoint, without other load and with a well-behaved provider: a bulk by a worker, a check by
 * web.
 */
export async function everyFailpoint(office: Office, analyst: Analyst): Promise<Directed[]> {
  const directed: Directed[] = []
  for (const failpoint of FAILPOINTS) {
    const { processes } = office
    await settleDown(office)
    const before = processes.failpoints
    await Promise.all([processes.kill('worker 1', failpoint), processes.kill('worker 2', failpoint)])
    const asked = await analyst.upload(BULK_SIZE)
    directed.push({ failpoint, asked, ...LEFT[failpoint] })
    await until(`a worker died at ${failpoint}`, () => processes.failpoints > before)
    if (failpoint !== 'mid_poll_page') directed.push(await singleAt(office, analyst, failpoint))
  }
  await disarm(office)
  return directed
}

const disarm = ({ processes }: Office) =>
  Promise.all(processes.names().map((name) => processes.armed(name) && processes.kill(name)))

/** The reaper passes some failpoints too, so it must finish the work of the last crashes before the next one. */
async function settleDown(office: Office): Promise<void> {
  await disarm(office)
  await office.database.query(`update attempts set send_deadline = now() where state = 'sending'`)
  const sending = `select 1 from attempts where state = 'sending'`
  await until('nothing is on its way', async () => (await office.database.query(sending)).length === 0)
}

async function singleAt(
  { processes, address }: Office,
  analyst: Analyst,
  failpoint: Failpoint,
): Promise<Directed> {
  await processes.kill('web', failpoint)
  await sleep(400)
  await waitForWeb(address, 'faults')
  const before = processes.failpoints
  const asked = await analyst.check()
  await until(`web died at ${failpoint}`, () => processes.failpoints > before)
  return { failpoint, asked, ...LEFT[failpoint] }
}

export async function until(
  what: string,
  look: () => boolean | Promise<boolean>,
  ms = 40_000,
): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(100)) if (await look()) return
  throw new Error(`waited ${ms / 1_000} s for: ${what}`)
}
