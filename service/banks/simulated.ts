import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { matchNames } from '@/lib/names/match'
import type { IbanNamePair } from '../verifications/schema'
import { type Behaviour, behaviourOf } from './behaviour'
import type { Institution, InstitutionAnswer } from './institution'
import type { Register } from './register'

/** The scheme allows five seconds; a slow bank takes ten times the latency, and never longer than that. */
const MAX_ANSWER_MS = 5000

/** A number from 0 to 1 that is always the same for a text. */
function hashFraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}

/** The best answer over all holders of an account: for a joint account, any of them is enough. */
export function compareWithHolders(name: string, holders: string[]): InstitutionAnswer {
  let close: string | undefined
  for (const holder of holders) {
    const result = matchNames(name, holder)
    if (result === 'match') return { partyNameMatch: 'MTCH' }
    if (result === 'close_match') close ??= holder
  }
  return close === undefined ? { partyNameMatch: 'NMTC' } : { partyNameMatch: 'CMTC', matchedName: close }
}

const withoutName = (answer: InstitutionAnswer): InstitutionAnswer =>
  'partyNameMatch' in answer && answer.partyNameMatch === 'CMTC' ? { partyNameMatch: 'CMTC' } : answer

/**
 * Simulates all banks. `latencyMs` is the average response time of an ordinary bank; 0 responds at once. The same
 * question always gets the same answer.
 */
export function simulatedNetwork(register: Register, latencyMs: number): Institution {
  const slowMs = Math.min(MAX_ANSWER_MS, latencyMs * 10)
  /** Looks the answer up before the delay, so that the first question to arrive fixes the holder. */
  async function lookUp(
    question: IbanNamePair,
    behaviour: Behaviour | undefined,
  ): Promise<InstitutionAnswer> {
    if (behaviour === 'out_of_scope') return { problem: 'unreachable' }
    if (behaviour === 'timeout') return { problem: 'timeout' }
    if (behaviour === 'error') return { problem: 'refused' }
    if (behaviour === 'unable') return { partyNameMatch: 'NOAP' }
    const account = await register.find(question)
    if (account === undefined) return { partyNameMatch: 'NOAP' }
    if ('problem' in account) return account
    const answer = compareWithHolders(question.name, account.holders)
    return behaviour === 'private' ? withoutName(answer) : answer
  }
  function duration(
    { iban, name }: IbanNamePair,
    behaviour: Behaviour | undefined,
    answer: InstitutionAnswer,
  ): number {
    const problem = 'problem' in answer ? answer.problem : undefined
    if (problem === 'unreachable') return 0
    if (problem === 'timeout' || behaviour === 'slow') return slowMs
    return latencyMs * (0.6 + 0.8 * hashFraction(`pace ${iban} ${name}`))
  }
  async function ask(question: IbanNamePair): Promise<InstitutionAnswer> {
    const behaviour = behaviourOf(question.iban)
    const answer = await lookUp(question, behaviour)
    const wait = duration(question, behaviour, answer)
    if (wait > 0) await sleep(wait)
    return answer
  }
  return { ask }
}
