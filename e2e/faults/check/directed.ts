import type { Evidence, Violation } from './evidence'
import { subjectsOf } from './money'

/** F3: a crash at a named failpoint leaves exactly the expected state in the ledger and in the database. */
export function deathsLeaveWhatTheyMust(evidence: Evidence): Violation[] {
  const { attempts, lines } = subjectsOf(evidence)
  return evidence.directed.flatMap(({ failpoint, asked, billed, state }) => {
    const one = evidence.verifications.find(({ iban }) => iban === asked.rows[0]?.iban)
    const subject = one?.bulkId ?? one?.id ?? ''
    const states = (attempts.get(subject) ?? []).map((attempt) => attempt.state).join(', ')
    const found = lines.get(subject)?.length ?? 0
    if (states === state && found === billed) return []
    const what = `${asked.kind}, ${failpoint}: ${found} billed, attempts [${states}]; must be ${billed} and [${state}]`
    return [{ invariant: 'F3', what }]
  })
}
