import { groupBySubject } from './billing'
import type { Evidence, Violation } from './evidence'

/** F3: a crash at a named failpoint leaves exactly the expected state in the ledger and in the database. */
export function crashesLeaveExpectedState(evidence: Evidence): Violation[] {
  const { attempts, lines } = groupBySubject(evidence)
  return evidence.crashes.flatMap(({ failpoint, request, billed, state }) => {
    const check = evidence.verifications.find(({ iban }) => iban === request.rows[0]?.iban)
    const subject = check?.bulkId ?? check?.id ?? ''
    const states = (attempts.get(subject) ?? []).map((attempt) => attempt.state).join(', ')
    const found = lines.get(subject)?.length ?? 0
    if (states === state && found === billed) return []
    const what = `${request.kind}, ${failpoint}: ${found} billed, attempts [${states}]; must be ${billed} and [${state}]`
    return [{ invariant: 'F3', what }]
  })
}
