import { check } from './check'
import type { Evidence, VerificationRow } from './evidence'

type PlantedError = { invariant: string; what: string; plant: (evidence: Evidence) => void }

function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the run was too short to plant this error')
  return found
}

const acceptedBulk = ({ attempts }: Evidence) =>
  required(attempts.find((one) => one.bulkId && one.state === 'accepted'))
const unknownBulk = ({ attempts }: Evidence) =>
  required(attempts.find((one) => one.bulkId && one.state === 'unknown'))

const activeRelease = ({ releases }: Evidence) => required(releases.find(({ withdrawn }) => !withdrawn))

/** Finds two different results of one bulk. */
function twoDifferentResults({ verifications }: Evidence): [VerificationRow, VerificationRow] {
  const answered = verifications.filter((one) => one.bulkId && one.status === 'completed')
  for (const one of answered) {
    const other = answered.find((two) => two.bulkId === one.bulkId && two.matchResult !== one.matchResult)
    if (other) return [one, other]
  }
  throw new Error('the run was too short to plant this error')
}

const PLANTED_ERRORS: PlantedError[] = [
  {
    invariant: 'I2',
    what: 'a bulk billed twice',
    plant: (e) => e.ledger.push({ ...required(e.ledger[0]), id: 'twice' }),
  },
  {
    invariant: 'I1',
    what: 'a bill without a request',
    plant: (e) =>
      e.ledger.push({
        ...required(e.ledger[0]),
        id: 'x',
        items: [{ iban: 'X', name: 'Y', verdict: { status: 'failed' } }],
      }),
  },
  {
    invariant: 'I3',
    what: 'another upstream ID',
    plant: (e) => {
      acceptedBulk(e).upstreamId = 'elsewhere'
    },
  },
  {
    invariant: 'I3',
    what: 'another payload',
    plant: (e) => {
      acceptedBulk(e).payloadSha256 = '00'
    },
  },
  {
    invariant: 'I4',
    what: 'billed, but recorded as not sent',
    plant: (e) => {
      acceptedBulk(e).state = 'not_sent'
    },
  },
  {
    invariant: 'I2',
    what: 'sent again without a second person',
    plant: (e) => {
      unknownBulk(e).state = 'not_billed'
    },
  },
  {
    invariant: 'I6',
    what: 'two results swapped',
    plant: (e) => {
      const [one, other] = twoDifferentResults(e)
      ;[one.matchResult, other.matchResult] = [other.matchResult, one.matchResult]
      ;[one.matchedName, other.matchedName] = [other.matchedName, one.matchedName]
    },
  },
  { invariant: 'I7', what: 'a lost row', plant: (e) => void e.fileRows.splice(0, 1) },
  {
    invariant: 'I7',
    what: 'a lost upload',
    plant: (e) => {
      e.uploads = []
    },
  },
  { invariant: 'I7', what: 'an upload stored twice', plant: (e) => void e.uploads.push(...e.uploads) },
  {
    invariant: 'I8',
    what: 'an unknown outcome that appeared late',
    plant: (e) => {
      e.longestOverdue = 60
    },
  },
  {
    invariant: 'I8',
    what: 'a hidden unknown outcome',
    plant: (e) => {
      for (const one of e.uploads) one.counts.unknown = 0
    },
  },
  {
    invariant: 'I8',
    what: 'an unknown outcome that no reviewer sees',
    plant: (e) => {
      e.listedAttempts = []
    },
  },
  {
    invariant: 'I8',
    what: 'work that has not ended',
    plant: (e) => void e.unfinished.push('an attempt is in sending'),
  },
  {
    invariant: 'I9',
    what: 'a match without a response',
    plant: (e) => {
      required(e.verifications.find((one) => one.matchResult === 'match')).raw = { status: 'completed' }
    },
  },
  {
    invariant: 'I10',
    what: '61 checks in a second',
    plant: (e) => void e.singleCheckTimes.push(...Array.from({ length: 61 }, () => 1)),
  },
  {
    invariant: 'I11',
    what: 'a changed audit entry',
    plant: (e) => {
      required(e.audit[1]).expected = '00'
    },
  },
  { invariant: 'I11', what: 'a removed audit entry', plant: (e) => void e.audit.splice(1, 1) },
  {
    invariant: 'I11',
    what: 'a change without an entry',
    plant: (e) => {
      acceptedBulk(e).id = 'unlogged'
    },
  },
  { invariant: 'I12', what: 'a name in a log', plant: (e) => void e.leaks.push('worker-1.log holds a name') },
  {
    invariant: 'I14',
    what: 'a wrong sum of credits',
    plant: (e) => {
      required(e.credits.find((one) => one.amount < 0)).amount -= 10_000
    },
  },
  {
    invariant: 'I15',
    what: 'a payment released twice',
    plant: (e) => void e.releases.push({ ...activeRelease(e), number: 1_000 }),
  },
  { invariant: 'I15', what: 'a payment in no file', plant: (e) => void activeRelease(e).released.pop() },
]

/**
 * Mutation test of the checker: plants each error into a copy of the evidence. The checker must report it under its
 * invariant. @returns the errors that were not found, and how many were planted
 */
export function plantErrors(evidence: Evidence): { missed: string[]; planted: number } {
  const missed = PLANTED_ERRORS.filter(({ invariant, plant }) => {
    const copy = structuredClone(evidence)
    plant(copy)
    return !check(copy).some((violation) => violation.invariant === invariant)
  })
  return {
    missed: missed.map(({ invariant, what }) => `${invariant}: ${what}`),
    planted: PLANTED_ERRORS.length,
  }
}
