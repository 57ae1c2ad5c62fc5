import type { AttemptRow, Evidence, Violation } from './evidence'

/** I11: the hash chain of the audit log is intact. */
export function chainHolds({ audit, auditHead }: Evidence): Violation[] {
  const found: Violation[] = []
  let before = '00'
  audit.forEach((entry, n) => {
    if (entry.seq !== n + 1 || entry.prevHash !== before || entry.hash !== entry.expected)
      found.push({ invariant: 'I11', what: `the audit chain breaks at ${entry.seq}` })
    before = entry.hash
  })
  if (auditHead.seq !== audit.length || auditHead.hash !== before)
    found.push({ invariant: 'I11', what: 'the head of the audit chain is not its last entry' })
  return found
}

/** I11: one entry for every state change, and none without one. */
export function everyChangeIsLogged({ audit, attempts, bulks, uploads }: Evidence): Violation[] {
  const key = (action: string, id: unknown) => `${action} ${id}`
  const counts = new Map<string, number>()
  for (const { action, objectId, details } of audit) {
    const id = action === 'bulk.completed' ? details.bulkId : (details.attemptId ?? objectId)
    counts.set(key(action, id), (counts.get(key(action, id)) ?? 0) + 1)
  }
  const wanted = [
    ...attempts.flatMap((one) => entriesOf(one).map((action) => key(action, one.id))),
    ...bulks.filter((one) => one.state === 'completed').map((one) => key('bulk.completed', one.id)),
    ...uploads.map((one) => key('upload.created', one.id)),
  ]
  const missing = wanted
    .filter((one) => !counts.has(one))
    .map((one) => ({ invariant: 'I11', what: `not in the audit log: ${one}` }))
  const once = /^(bulk\.|upload\.created|attempt\.(attached|written_off|not_billed_confirmed))/
  const doubled = [...counts]
    .filter(([one, count]) => count > 1 && once.test(one))
    .map(([one, count]) => ({ invariant: 'I11', what: `${count} times in the audit log: ${one}` }))
  return [...missing, ...doubled]
}

const DECIDED: Record<string, string[]> = {
  attached: ['attempt.attached'],
  written_off: ['attempt.written_off'],
  not_billed: ['attempt.not_billed_declared', 'attempt.not_billed_confirmed'],
}

/**
 * The audit entries expected for an attempt in this state: how it ended, and the decisions about an unknown outcome.
 */
function entriesOf({ bulkId, state }: AttemptRow): string[] {
  const decided = DECIDED[state]
  const end = decided ? 'unknown' : state
  const ended = bulkId
    ? [`bulk.${end}`]
    : end === 'accepted' || end === 'unknown'
      ? ['verification.checked']
      : []
  return [...ended, ...(decided ?? [])]
}

/** I12: no name, IBAN, token or secret in any log. */
export const nothingLeaks = ({ leaks }: Evidence): Violation[] =>
  leaks.map((what) => ({ invariant: 'I12', what }))
