import { describe, expect, test } from 'vitest'
import { type JoinScope, joinDocument, type PayableLine } from './join'
import { emptyEntry, type ReportDocument, type ReportEntry, type ReportLevel } from './report'

const IBAN = 'DE89370400440532013000'
const DOCUMENT: ReportDocument = {
  about: 'vop',
  ...{ messageId: 'B', originalMessageId: 'A', createdAt: null, version: null, levels: [], complete: true },
}
/** A payment that has nothing but its number and account; tests add what they are about. */
const payment = (number: number, more: Partial<PayableLine> = {}): PayableLine => ({
  ...{ number, batchId: null, amount: null, currency: null, iban: IBAN, name: null },
  ...{ endToEndId: null, instructionId: null, uetr: null, remittance: null },
  ...more,
})
const joinWith = (levels: ReportLevel[], entries: Partial<ReportEntry>[], scope: JoinScope) => {
  const all = entries.map((entry, n) => ({ ...emptyEntry(), code: 'RCVC', position: n + 1, ...entry }))
  return joinDocument({ ...DOCUMENT, levels }, all, scope)
}
const join = (entries: Partial<ReportEntry>[], lines: PayableLine[]) => {
  const { joined, ambiguous } = joinWith([], entries, { lines, trust: 'known' })
  return { joined: Object.fromEntries(joined), ambiguous: [...ambiguous] }
}

const PAID = { iban: IBAN, amount: '7.00', currency: 'EUR' }
/** Each key with what an entry and a payment of it have, the most certain first. */
const KEYS: [string, Partial<PayableLine>][] = [
  ['UETR', { uetr: 'aaaa-1' }],
  ['InstrId', { instructionId: 'I1' }],
  ['EndToEndId', { endToEndId: 'E1' }],
  ['IBAN, amount, currency and remittance', { ...PAID, remittance: 'Inv 1' }],
  ['IBAN and name', { iban: IBAN, name: 'Anna Rossi' }],
]
const PAIRS = KEYS.flatMap(([first, one], n) =>
  KEYS.slice(n + 1).map(([second, other]) => ({ first, second, one, other })),
)

describe('keys are tried in order', () => {
  test.each(PAIRS)('$first comes before $second', ({ one, other }) => {
    const entry = { ...other, ...one }
    expect(join([entry], [payment(1, other), payment(2, one)]).joined).toEqual({ 1: 2 })
    expect(join([entry], [payment(2, one), payment(1, other)]).joined).toEqual({ 1: 2 })
    expect(join([entry], [payment(1, other)]).joined).toEqual({ 1: 1 })
  })
})

describe.each(['NOTPROVIDED', 'notprovided', 'Not provided'])('an EndToEndId %s', (endToEndId) => {
  const twins = [1, 2].map((number) => payment(number, { ...PAID, endToEndId }))
  const entry = { ...PAID, endToEndId }

  test('identifies no payment: entries with equal answers are joined, others are ambiguous', () => {
    const equal = join([entry, entry], twins)
    expect(Object.values(equal.joined).toSorted()).toEqual([1, 2])
    expect(join([entry, { ...entry, code: 'RVNM' }], twins)).toEqual({ joined: {}, ambiguous: [1, 2] })
    expect(join([entry, { ...entry, texts: ['Rossi, A.'] }], twins)).toEqual({
      joined: {},
      ambiguous: [1, 2],
    })
  })
  test('leaves the remittance information or the name to identify payments with unequal answers', () => {
    const invoices = twins.map((line) => ({ ...line, remittance: `Inv ${line.number}` }))
    const said = [
      { ...entry, code: 'RVNM', remittance: 'Inv 2' },
      { ...entry, remittance: 'Inv 1' },
    ]
    expect(join(said, invoices).joined).toEqual({ 1: 2, 2: 1 })
    const named = twins.map((line) => ({ ...line, name: `Payee ${line.number}` }))
    const byName = [
      { ...entry, code: 'RVNM', name: 'Payee 2' },
      { ...entry, name: 'Payee 1' },
    ]
    expect(join(byName, named).joined).toEqual({ 1: 2, 2: 1 })
  })
})

test('ambiguous entries don’t prevent the join of a payment that only one entry fits', () => {
  const lines = [
    ...[1, 2].map((number) => payment(number, { endToEndId: 'RENT' })),
    payment(3, { endToEndId: 'E3' }),
  ]
  const entries = [
    { endToEndId: 'RENT' },
    { endToEndId: 'E3', code: 'RVNM' },
    { endToEndId: 'RENT', code: 'RVNM' },
  ]
  expect(join(entries, lines)).toEqual({ joined: { 2: 3 }, ambiguous: [1, 3] })
})

test('entries that need the same payment are ambiguous, whatever their order', () => {
  const rent = [1, 2].map((number) => payment(number, { endToEndId: 'RENT' }))
  const [same, other] = [{ endToEndId: 'RENT' }, { endToEndId: 'RENT', remittance: 'May', code: 'RVNM' }]
  for (const entries of [
    [same, same, other],
    [other, same, same],
  ])
    expect(join(entries, rent)).toEqual({ joined: {}, ambiguous: [1, 2, 3] })
  const line = payment(1, { iban: IBAN, name: 'Anna Rossi', endToEndId: 'E1' })
  const full = { iban: IBAN, name: 'Anna Rossi', endToEndId: 'E1' }
  expect(join([full, { endToEndId: 'E1' }], [line])).toEqual({ joined: {}, ambiguous: [1, 2] })
})

test('an entry whose ID fits two payments is not joined to a third one by the name', () => {
  const lines = [
    ...[1, 2].map((number) => payment(number, { endToEndId: 'RENT' })),
    payment(3, { iban: IBAN, name: 'Anna Rossi' }),
  ]
  expect(join([{ endToEndId: 'RENT', iban: IBAN, name: 'Anna Rossi' }], lines)).toEqual({
    joined: {},
    ambiguous: [1],
  })
})

test('an entry that says too little is joined to no payment', () => {
  const lines = [payment(1, { currency: 'EUR', iban: null, endToEndId: 'E1', name: 'Anna Rossi' })]
  expect(join([{ currency: 'EUR' }], lines).joined).toEqual({})
  const scope = { lines, trust: 'named' } as const
  expect(joinWith([], [{ endToEndId: 'E1', name: 'Anna Rossi' }], scope).joined).toEqual(new Map())
})

test('an entry without an IBAN is compared with every payment that has its ID', () => {
  const lines = [1, 2, 3, 4, 5].map((number) =>
    payment(number, { endToEndId: 'RENT', amount: `${number}.00` }),
  )
  expect(join([{ endToEndId: 'RENT', amount: '4' }], lines).joined).toEqual({ 1: 4 })
})

test('entries that can’t be compared with all payments are ambiguous', () => {
  const lines = Array.from({ length: 720 }, (_, i) => payment(i + 1, { endToEndId: 'RENT' }))
  const entries = lines.map(({ number }) => ({ endToEndId: 'RENT', remittance: `Tenant ${number}` }))
  expect(join(entries, lines)).toEqual({ joined: {}, ambiguous: entries.map((_, i) => i + 1) })
})

describe('the status of unlisted payments', () => {
  const lines = [1, 2].map((number) => payment(number, { batchId: 'P1', endToEndId: `E${number}` }))
  const level = (batchId: string | null, code: string): ReportLevel => ({
    ...{ messageId: 'A', batchId, code: null, lines: null, sum: null },
    counts: [{ code, lines: 2, sum: null }],
  })
  const counted = (levels: ReportLevel[], entries: Partial<ReportEntry>[] = []) =>
    joinWith(levels, entries, { lines, trust: 'known' }).counted.map(
      ({ number, code }) => `${number} ${code}`,
    )

  test('is that of the counts of their PmtInf, if it has any', () => {
    expect(counted([level(null, 'RVNM'), level('P1', 'RCVC')])).toEqual(['1 RCVC', '2 RCVC'])
    expect(counted([level(null, 'RCVC'), { ...level('P1', 'RVNM'), counts: [] }])).toEqual([
      '1 RCVC',
      '2 RCVC',
    ])
  })
  test('is not proved by one of two counts of the same PmtInf', () => {
    expect(counted([level('P1', 'RCVC'), level('P1', 'RVNM')])).toEqual([])
  })
  test('is not proved by counts that contradict what is listed', () => {
    expect(counted([level('P1', 'RCVC')], [{ batchId: 'P1', endToEndId: 'E1', code: 'RVNM' }])).toEqual([])
  })
  test('is not proved by counts beside an entry of another PmtInf about one of them', () => {
    expect(counted([level('P1', 'RCVC')], [{ batchId: 'P9', endToEndId: 'E1', code: 'RVNM' }])).toEqual([])
    expect(counted([level('P1', 'RCVC')], [{ batchId: 'P9', code: 'RVNM' }])).toEqual([])
  })
})

describe('an entry that says less about a payment, and contradicts its answer', () => {
  const line = payment(1, { ...PAID, name: 'Anna Rossi', endToEndId: 'E1' })
  const certain = { ...PAID, name: 'Anna Rossi', endToEndId: 'E1' }
  const vague = { iban: IBAN, name: 'Anna Rossi', code: 'RVNM' }

  test('leaves both ambiguous, in any order', () => {
    expect(join([certain, vague], [line])).toEqual({ joined: {}, ambiguous: [1, 2] })
    expect(join([vague, certain], [line])).toEqual({ joined: {}, ambiguous: [1, 2] })
    expect(join([certain, { ...PAID, code: 'RVNM' }], [line])).toEqual({ joined: {}, ambiguous: [1, 2] })
    const close = { code: 'RVMC', bankName: 'Anna Rosso' }
    const other = { ...vague, code: 'RVMC', bankName: 'Anna Russo' }
    expect(join([{ ...certain, ...close }, other], [line])).toEqual({ joined: {}, ambiguous: [1, 2] })
  })
  test('changes nothing if it may be about another payment, says the same or has no code', () => {
    const other = payment(2, { iban: IBAN, amount: '8.00', currency: 'EUR', name: 'Anna Rossi' })
    const both = [certain, { ...vague, amount: '8.00', currency: 'EUR' }]
    expect(join(both, [line, other]).joined).toEqual({ 1: 1, 2: 2 })
    expect(join([certain, { ...vague, amount: '9.00' }], [line]).joined).toEqual({ 1: 1 })
    const more = [
      payment(3, { iban: IBAN, name: 'Anna Rossi' }),
      payment(4, { iban: IBAN, name: 'Anna Rossi' }),
    ]
    expect(join([certain, vague], [line, ...more])).toEqual({ joined: { 1: 1 }, ambiguous: [2] })
    for (const code of ['RCVC', null])
      expect(join([certain, { ...vague, code }], [line])).toEqual({ joined: { 1: 1 }, ambiguous: [] })
  })
})

test('the account and the amount identify the payment of an entry without a currency, if only one has both', () => {
  const lines = [payment(1, PAID), payment(2, { ...PAID, amount: '8.00' })]
  const said = (amount: string | null) => ({ iban: IBAN, amount })
  expect(join([said('8')], lines).joined).toEqual({ 1: 2 })
  expect(join([said('8')], [...lines, payment(3, { ...PAID, amount: '8', currency: 'CHF' })])).toEqual({
    joined: {},
    ambiguous: [1],
  })
  expect(join([said('9')], lines)).toEqual({ joined: {}, ambiguous: [] })
})
