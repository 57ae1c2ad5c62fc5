import { check } from './check'
import type { Evidence, VerificationRow } from './evidence'

type Plant = { invariant: string; what: string; plant: (evidence: Evidence) => void }

function must<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the run was too short to plant this error')
  return found
}

const acceptedBulk = ({ attempts }: Evidence) =>
  must(attempts.find((one) => one.bulkId && one.state === 'accepted'))
const unknown = ({ attempts }: Evidence) =>
  must(attempts.find((one) => one.bulkId && one.state === 'unknown'))

const activeRelease = ({ releases }: Evidence) => must(releases.find(({ withdrawn }) => !withdrawn))

/** Two different results of one bulk. */
function twoAnswers({ verifications }: Evidence): [VerificationRow, VerificationRow] {
  const answered = verifications.filter((one) => one.bulkId && one.status === 'completed')
  for (const one of answered) {
    const other = answered.find((two) => two.bulkId === one.bulkId && two.matchResult !== one.matchResult)
    if (other) return [one, other]
  }
  throw new Error('the run was too short to plant this error')
}

const PLANTS: Plant[] = [
  {
    invariant: 'I2',
    what: 'a bulk billed twice',
    plant: (e) => e.ledger.push({ ...must(e.ledger[0]), id: 'twice' }),
  },
  {
    invariant: 'I1',
    what: 'a bill for nobody',
    plant: (e) =>
      e.ledger.push({
        ...must(e.ledger[0]),
        id: 'x',
        items: [{ iban: 'X', name: 'Y', verdict: { status: 'failed' } }],
      }),
  },
  {
    invariant: 'I3',
    what: 'another upstream id',
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
    what: 'billed, but said to be not sent',
    plant: (e) => {
      acceptedBulk(e).state = 'not_sent'
    },
  },
  {
    invariant: 'I2',
    what: 'sent again without a second person',
    plant: (e) => {
      unknown(e).state = 'not_billed'
    },
  },
  {
    invariant: 'I6',
    what: 'two answers exchanged',
    plant: (e) => {
      const [one, other] = twoAnswers(e)
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
  { invariant: 'I7', what: 'an upload twice', plant: (e) => void e.uploads.push(...e.uploads) },
  {
    invariant: 'I8',
    what: 'a doubt that came late',
    plant: (e) => {
      e.longestOverdue = 60
    },
  },
  {
    invariant: 'I8',
    what: 'a hidden doubt',
    plant: (e) => {
      for (const one of e.uploads) one.counts.unknown = 0
    },
  },
  {
    invariant: 'I8',
    what: 'a doubt that is on no desk',
    plant: (e) => {
      e.listed = []
    },
  },
  {
    invariant: 'I8',
    what: 'something still on its way',
    plant: (e) => void e.restless.push('an attempt is in sending'),
  },
  {
    invariant: 'I9',
    what: 'a match that nobody stated',
    plant: (e) => {
      must(e.verifications.find((one) => one.matchResult === 'match')).raw = { status: 'completed' }
    },
  },
  {
    invariant: 'I10',
    what: '61 checks in a second',
    plant: (e) => void e.singles.push(...Array.from({ length: 61 }, () => 1)),
  },
  {
    invariant: 'I11',
    what: 'a changed audit entry',
    plant: (e) => {
      must(e.audit[1]).expected = '00'
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
    what: 'a wrong sum in the books',
    plant: (e) => {
      must(e.credits.find((one) => one.amount < 0)).amount -= 10_000
    },
  },
  {
    invariant: 'I15',
    what: 'a payment that left twice',
    plant: (e) => void e.releases.push({ ...activeRelease(e), number: 1_000 }),
  },
  { invariant: 'I15', what: 'a payment in no file', plant: (e) => void activeRelease(e).released.pop() },
]

/**
 * Mutation test of the checker: every kind of error is planted into a copy of this run's evidence and must be found
 * under its own name.
 * @returns what was planted and not found, and how many were planted
 */
export function plantErrors(evidence: Evidence): { missed: string[]; planted: number } {
  const missed = PLANTS.filter(({ invariant, plant }) => {
    const copy = structuredClone(evidence)
    plant(copy)
    return !check(copy).some((violation) => violation.invariant === invariant)
  })
  return { missed: missed.map(({ invariant, what }) => `${invariant}: ${what}`), planted: PLANTS.length }
}
