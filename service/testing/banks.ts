import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Institution } from '../banks/institution'

/** The name decides: a test says what it wants to hear. */
function answerTo(name: string): Answer {
  if (name.includes('Close')) return { partyNameMatch: 'CMTC', matchedName: name.replace('Close', 'Klose') }
  if (name.includes('Other')) return { partyNameMatch: 'NMTC' }
  if (name.includes('Dark')) return { partyNameMatch: 'NOAP' }
  if (name.includes('Late')) return { problem: 'timeout' }
  return { partyNameMatch: 'MTCH' }
}

/** Banks that answer so many questions, and fail with `later` then. */
export function banksByName(most: number, latencyMs = 0): Institution {
  let left = most
  return {
    async ask({ name }) {
      if (left-- <= 0) throw new Error('later')
      if (latencyMs > 0) await sleep(latencyMs)
      return answerTo(name)
    },
  }
}
