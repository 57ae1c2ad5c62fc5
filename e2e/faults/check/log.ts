import type { AttemptRow, Evidence, Violation } from './evidence'

/** I11: the hash chain of the audit log is intact. */
export function auditChainIsIntact({ audit, auditHead }: Evidence): Violation[] {
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

/** I11: every state change has an audit entry, and final ones have exactly one. */
export function everyChangeIsAudited({ audit, attempts, bulks, uploads }: Evidence): Violation[] {
  const key = (action: string, id: unknown) => `${action} ${id}`
  const counts = new Map<string, number>()
  for (const { action, objectId, details } of audit) {
    const id = action === 'bulk.completed' ? details.bulkId : (details.attemptId ?? objectId)
    counts.set(key(action, id), (counts.get(key(action, id)) ?? 0) + 1)
  }
  const expected = [
    ...attempts.flatMap((one) => expectedActions(one).map((action) => key(action, one.id))),
    ...bulks.filter((one) => one.state === 'completed').map((one) => key('bulk.completed', one.id)),
    ...uploads.map((one) => key('upload.created', one.id)),
  ]
  const missing = expected
    .filter((one) => !counts.has(one))
    .map((one) => ({ invariant: 'I11', what: `not in the audit log: ${one}` }))
  const once = /^(bulk\.|upload\.created|attempt\.(attached|written_off|not_billed_confirmed))/
  const repeated = [...counts]
    .filter(([one, count]) => count > 1 && once.test(one))
    .map(([one, count]) => ({ invariant: 'I11', what: `${count} times in the audit log: ${one}` }))
  return [...missing, ...repeated]
}

const RESOLUTION_ACTIONS: Record<string, string[]> = {
  attached: ['attempt.attached'],
  written_off: ['attempt.written_off'],
  not_billed: ['attempt.not_billed_declared', 'attempt.not_billed_confirmed'],
}

/**
 * The audit entries expected for an attempt in this state: how it ended, and the decisions about an unknown outcome.
 */
function expectedActions({ bulkId, state }: AttemptRow): string[] {
  const resolution = RESOLUTION_ACTIONS[state]
  const end = resolution ? 'unknown' : state
  const ended = bulkId
    ? [`bulk.${end}`]
    : end === 'accepted' || end === 'unknown'
      ? ['verification.checked']
      : []
  return [...ended, ...(resolution ?? [])]
}

/** I12: no log contains a name, an IBAN, a token or a secret. */
export const logsHaveNoSecrets = ({ leaks }: Evidence): Violation[] =>
  leaks.map((what) => ({ invariant: 'I12', what }))
