import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { matchNames } from '@/lib/names/match'
import { behaviourOf } from './behaviour'
import type { Answer, Institution, Question } from './institution'
import type { Register } from './register'

/** The scheme allows five seconds; the simulation waits ten times its latency, and never longer than that. */
const PATIENCE_MS = 5000

/** A number from 0 to 1 that always is the same for one text. */
export function chance(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}

/** The best answer over all holders of the account: for a joint account, any one of them is enough. */
export function compareWithHolders(name: string, holders: string[]): Answer {
  let close: string | undefined
  for (const holder of holders) {
    const result = matchNames(name, holder)
    if (result === 'match') return { partyNameMatch: 'MTCH' }
    if (result === 'close_match') close ??= holder
  }
  return close === undefined ? { partyNameMatch: 'NMTC' } : { partyNameMatch: 'CMTC', matchedName: close }
}

const withoutName = (answer: Answer): Answer =>
  'partyNameMatch' in answer && answer.partyNameMatch === 'CMTC' ? { partyNameMatch: 'CMTC' } : answer

/**
 * All banks of the simulation behind one door. `latencyMs` is the time an ordinary bank takes on average;
 * 0 answers at once. The same question gets the same answer every time.
 */
export function simulatedNetwork(register: Register, latencyMs: number): Institution {
  const patience = Math.min(PATIENCE_MS, latencyMs * 10)
  const pause = async (ms: number) => {
    if (ms > 0) await sleep(ms)
  }
  async function ask({ iban, name }: Question): Promise<Answer> {
    const behaviour = behaviourOf(iban)
    if (behaviour === 'out_of_scope') return { problem: 'unreachable' }
    const usual = latencyMs * (0.6 + 0.8 * chance(`pace ${iban} ${name}`))
    await pause(behaviour === 'timeout' || behaviour === 'slow' ? patience : usual)
    if (behaviour === 'timeout') return { problem: 'timeout' }
    if (behaviour === 'error') return { problem: 'refused' }
    if (behaviour === 'unable') return { partyNameMatch: 'NOAP' }
    const account = await register.find({ iban, name })
    if (account === undefined) return { partyNameMatch: 'NOAP' }
    if ('problem' in account) {
      if (account.problem === 'timeout') await pause(patience - usual)
      return account
    }
    const answer = compareWithHolders(name, account.holders)
    return behaviour === 'private' ? withoutName(answer) : answer
  }
  return { ask }
}
