import { setTimeout as sleep } from 'node:timers/promises'
import type { Institution, InstitutionAnswer } from '../banks/institution'

/** The payee's name selects the answer. */
function answerForName(name: string): InstitutionAnswer {
  if (name.includes('Close')) return { partyNameMatch: 'CMTC', matchedName: name.replace('Close', 'Klose') }
  if (name.includes('Other')) return { partyNameMatch: 'NMTC' }
  if (name.includes('Dark')) return { partyNameMatch: 'NOAP' }
  if (name.includes('Late')) return { problem: 'timeout' }
  return { partyNameMatch: 'MTCH' }
}

/** Banks that answer this many questions, and fail with `later` after that. */
export function banksByName(limit: number, latencyMs = 0): Institution {
  let remaining = limit
  return {
    async ask({ name }) {
      if (remaining-- <= 0) throw new Error('later')
      if (latencyMs > 0) await sleep(latencyMs)
      return answerForName(name)
    },
  }
}
