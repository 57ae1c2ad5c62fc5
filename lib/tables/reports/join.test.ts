import fc from 'fast-check'
import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { makeReport, type TestReport, type TestReportLine } from '@/lib/tables/testing/make-report'
import { joinDocument, type PayableLine } from './join'
import { readBankReport } from './read-report'

const IBANS = ['DE89370400440532013000', 'FR7630006000011234567890189', 'BE68539007547034']
const line = (number: number, more: Partial<PayableLine> = {}): PayableLine => ({
  ...{
    number,
    batchId: 'P1',
    amount: '10.00',
    currency: 'EUR',
    iban: IBANS[0] as string,
    name: 'Anna Rossi',
  },
  ...{ endToEndId: null, instructionId: null, uetr: null, remittance: null },
  ...more,
})

function join(report: TestReport | string, lines: PayableLine[], trust: 'known' | 'named' = 'known') {
  const read = readBankReport(strToU8(typeof report === 'string' ? report : makeReport(report)))
  if ('problem' in read) throw new Error(read.problem)
  const [document] = read.documents
  if (!document) throw new Error('no document')
  const result = joinDocument(document, read.lines, { lines, trust })
  return { ...result, joined: Object.fromEntries(result.joined), ambiguous: [...result.ambiguous] }
}
const listed = (...lines: TestReportLine[]): TestReport => ({ batches: [{ id: 'P1', lines }] })

describe('a line is joined', () => {
  test.each<[string, TestReportLine, Partial<PayableLine>]>([
    ['by its UETR', { uetr: 'AAAA-1' }, { uetr: 'aaaa-1' }],
    ['by its InstrId', { instructionId: 'I1' }, { instructionId: 'I1' }],
    ['by its EndToEndId', { endToEndId: 'E1' }, { endToEndId: 'E1' }],
    [
      'by IBAN, amount and remittance',
      { iban: IBANS[0], amount: '7', remittance: 'Inv 1' },
      { amount: '7.00', remittance: 'Inv  1' },
    ],
    ['by IBAN and amount', { iban: IBANS[0], amount: '7.0' }, { amount: '7', remittance: 'Inv 1' }],
    ['by IBAN and name', { iban: IBANS[0], name: 'MÜLLER' }, { name: 'Müller' }],
  ])('%s', (_, entry, payment) => {
    const others = [line(1, { iban: IBANS[1] as string, amount: '99', name: 'Bob' }), line(2, payment)]
    expect(join(listed({ code: 'RCVC', ...entry }), others).joined).toEqual({ 1: 2 })
  })

  test.each<[string, TestReportLine]>([
    ['the whole of a remittance information in several pieces', { remittance: ['Invoice', '4711'] }],
    ['a structured reference alone', { reference: 'Invoice 4711' }],
    ['the remittance information beside a reference', { reference: 'Invoice', remittance: 'Invoice 4711' }],
  ])('by %s', (_, said) => {
    const entry = { code: 'RVNM', iban: IBANS[0], amount: '10', ...said }
    const lines = [line(1, { remittance: 'Invoice' }), line(2, { remittance: 'Invoice 4711' })]
    expect(join(listed(entry), lines).joined).toEqual({ 1: 2 })
  })

  test('never by an EndToEndId that says NOTPROVIDED', () => {
    const result = join(listed({ code: 'RCVC', endToEndId: 'NOTPROVIDED' }), [
      line(1, { endToEndId: 'NOTPROVIDED' }),
    ])
    expect(result).toMatchObject({ joined: {}, ambiguous: [] })
  })
  test('never against another IBAN or amount, whatever its ID', () => {
    const payment = [line(1, { endToEndId: 'E1' })]
    expect(join(listed({ code: 'RVNM', endToEndId: 'E1', iban: IBANS[1] }), payment).joined).toEqual({})
    expect(join(listed({ code: 'RVNM', endToEndId: 'E1', amount: '11' }), payment).joined).toEqual({})
  })
  test('only within its PmtInf, if the run has that PmtInf', () => {
    const both = [line(1, { batchId: 'P1', endToEndId: 'E' }), line(2, { batchId: 'P2', endToEndId: 'E' })]
    expect(
      join({ batches: [{ id: 'P2', lines: [{ code: 'RVNM', endToEndId: 'E' }] }] }, both).joined,
    ).toEqual({ 1: 2 })
  })
  test('not by an ID alone, if the report doesn’t have the MsgId of the run', () => {
    const payment = [line(1, { instructionId: '1' })]
    expect(join(listed({ code: 'RVNM', instructionId: '1' }), payment, 'named').joined).toEqual({})
    expect(
      join(listed({ code: 'RVNM', instructionId: '1', iban: IBANS[0] }), payment, 'named').joined,
    ).toEqual({ 1: 1 })
    const entry = { code: 'RCVC', endToEndId: '1', amount: '10' }
    const joined = (name: string) =>
      join(listed({ ...entry, name }), [line(1, { endToEndId: '1' })], 'named').joined
    expect([joined('Bob Miller'), joined('ANNA ROSSI')]).toEqual([{}, { 1: 1 }])
  })
})

describe('entries about payments with the same IDs', () => {
  const twins = [line(1, { endToEndId: 'RENT' }), line(2, { endToEndId: 'RENT' })]

  test('with equal answers are joined in any order', () => {
    const result = join(
      listed({ code: 'RVNM', endToEndId: 'RENT' }, { code: 'RVNM', endToEndId: 'RENT' }),
      twins,
    )
    expect(Object.values(result.joined).sort()).toEqual([1, 2])
  })
  test('are ambiguous if their answers differ', () => {
    const result = join(
      listed({ code: 'RVNM', endToEndId: 'RENT' }, { code: 'RCVC', endToEndId: 'RENT' }),
      twins,
    )
    expect(result).toMatchObject({ joined: {}, ambiguous: [1, 2] })
  })
  test('are ambiguous if only one of the payments is listed', () => {
    expect(join(listed({ code: 'RVNM', endToEndId: 'RENT' }), twins)).toMatchObject({
      joined: {},
      ambiguous: [1],
    })
  })
  test('are joined by name if the payees have different names', () => {
    const named = [line(1, { endToEndId: 'RENT', name: 'Bob' }), line(2, { endToEndId: 'RENT', name: 'Zoe' })]
    const entries = ['Zoe', 'Bob'].map((name) => ({
      code: name === 'Bob' ? 'RCVC' : 'RVNM',
      endToEndId: 'RENT',
      iban: IBANS[0],
      name,
    }))
    expect(join(listed(...entries), named).joined).toEqual({ 1: 2, 2: 1 })
  })
})

test('thousands of payments with the same ID to the same account are joined by the names of their payees', () => {
  const all = Array.from({ length: 2_000 }, (_, i) =>
    line(i + 1, { endToEndId: 'RENT', name: `Tenant ${i}` }),
  )
  const entries = all.map(({ name }) => ({
    code: 'RCVC',
    endToEndId: 'RENT',
    iban: IBANS[0],
    name: String(name),
  }))
  const { joined } = join(listed(...(entries.toReversed() as TestReportLine[])), all)
  expect(joined).toEqual(Object.fromEntries(all.map(({ number }) => [2_001 - number, number])))
})

describe('lines that are not listed', () => {
  const three = ['E1', 'E2', 'E3'].map((endToEndId, i) => line(i + 1, { endToEndId }))
  const exception = [{ code: 'RVNM', endToEndId: 'E2' }]
  const counted = (counts: TestReport['counts'], more: Partial<TestReport> = {}) =>
    join({ counts, batches: [{ id: 'P1', lines: exception }], ...more }, three).counted.map(
      ({ number, code }) => [number, code],
    )

  test('get the status that the counts prove', () => {
    expect(
      counted([
        { code: 'RCVC', lines: '2' },
        { code: 'RVNM', lines: '1' },
        { code: 'RVNA', lines: '0' },
      ]),
    ).toEqual([
      [1, 'RCVC'],
      [3, 'RCVC'],
    ])
  })
  test('get it even if no line is listed, or if the report also declares the right sums', () => {
    expect(
      counted([
        { code: 'RCVC', lines: '2', sum: '20' },
        { code: 'RVNM', lines: '1', sum: '10.00' },
      ]),
    ).toHaveLength(2)
    expect(counted([{ code: 'RCVC', lines: '3' }], { batches: [{ id: 'P1' }] })).toHaveLength(3)
  })
  test.each<[string, TestReport['counts'], Partial<TestReport>?]>([
    [
      'the counts leave two codes',
      [
        { code: 'RCVC', lines: '1' },
        { code: 'RVNA', lines: '1' },
        { code: 'RVNM', lines: '1' },
      ],
    ],
    [
      'the counts have another number of lines',
      [
        { code: 'RCVC', lines: '3' },
        { code: 'RVNM', lines: '1' },
      ],
    ],
    [
      'a listed line was not joined',
      [
        { code: 'RCVC', lines: '2' },
        { code: 'RVNM', lines: '1' },
      ],
      { batches: [{ lines: [{ code: 'RVNM', endToEndId: 'E9' }] }] },
    ],
    [
      'the code is one that only levels can have',
      [
        { code: 'RVCM', lines: '2' },
        { code: 'RVNM', lines: '1' },
      ],
    ],
    [
      'their amounts have another sum',
      [
        { code: 'RCVC', lines: '2', sum: '25' },
        { code: 'RVNM', lines: '1', sum: '10' },
      ],
    ],
    ['there are no counts', [], { code: 'RCVC' }],
  ])('get no status if %s', (_, counts, more) => {
    expect(counted(counts, more)).toEqual([])
  })
  test('get no status if the report is incomplete', () => {
    const xml = makeReport({
      counts: [{ code: 'RCVC', lines: '3' }],
      batches: [
        { id: 'P1', lines: [] },
        { id: 'P2', lines: exception },
      ],
    })
    expect(join(xml.slice(0, xml.indexOf('<TxInfAndSts>')), three).counted).toEqual([])
  })
})

/** Payments with few different values, so that twins and contradictions are frequent, and the true answer of each. */
const payments = fc.array(
  fc.record({
    batchId: fc.constantFrom('P1', 'P2'),
    iban: fc.constantFrom(...IBANS),
    name: fc.constantFrom('Anna Rossi', 'Bob Miller', 'Zoë Sørensen'),
    amount: fc.constantFrom('10.00', '20.5'),
    endToEndId: fc.constantFrom(null, 'NOTPROVIDED', 'E1', 'E2', 'E3'),
    instructionId: fc.constantFrom(null, 'I1', 'I2'),
    uetr: fc.constantFrom(null, 'u-1', 'u-2'),
    remittance: fc.constantFrom(null, 'Invoice'),
    code: fc.constantFrom('RCVC', 'RVNM', 'RVNA'),
    isListed: fc.constantFrom(true, true, true, false),
    fields: fc.subarray([
      'iban',
      'name',
      'amount',
      'endToEndId',
      'instructionId',
      'uetr',
      'remittance',
    ] as const),
  }),
  { maxLength: 12 },
)
const shape = fc.record({
  seed: fc.integer(),
  prefix: fc.constantFrom(null, '', 'a', 'ns2'),
  version: fc.constantFrom('pain.002.001.03', 'pain.002.001.10', 'pain.002.001.14'),
  hasBatches: fc.boolean(),
  cut: fc.double({ min: 0, max: 2, noNaN: true }),
})

function shuffler(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state
  }
  return <T>(list: T[]): T[] =>
    list
      .map((value) => ({ value, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ value }) => value)
}

test('a report with any order, prefix, namespace and length causes no crash, wrong answer or line joined twice', () => {
  fc.assert(
    fc.property(payments, shape, (all, { seed, prefix, version, hasBatches, cut }) => {
      const lines = all.map(({ code: _, isListed: __, fields: ___, ...more }, i) => line(i + 1, more))
      const entries = all.flatMap(({ fields, code, isListed, batchId, ...more }) => {
        const known = Object.fromEntries(
          fields.flatMap((field) => (more[field] === null ? [] : [[field, more[field]]])),
        )
        return isListed ? [{ batchId, entry: { ...known, code } as TestReportLine }] : []
      })
      const ids = hasBatches ? ['P1', 'P2'] : [undefined]
      const counts = ['RCVC', 'RVNM', 'RVNA'].map((code) => ({
        code,
        lines: String(all.filter((payment) => payment.code === code).length),
      }))
      const xml = makeReport({
        ...{ prefix, version, counts, shuffle: shuffler(seed), declared: String(all.length) },
        batches: ids.map((id) => ({
          ...(id && { id }),
          lines: entries.filter(({ batchId }) => !id || id === batchId).map(({ entry }) => entry),
        })),
      })
      const read = readBankReport(strToU8(xml.slice(0, Math.ceil(xml.length * Math.min(cut, 1)))))
      if ('problem' in read || read.documents[0] === undefined) return
      const result = joinDocument(read.documents[0], read.lines, { lines, trust: 'known' })
      const numbers = [...result.joined.values(), ...result.counted.map(({ number }) => number)]
      expect(new Set(numbers).size).toBe(numbers.length)
      for (const [position, number] of result.joined)
        expect(read.lines[position - 1]?.code).toBe(all[number - 1]?.code)
      for (const { number, code } of result.counted) expect(code).toBe(all[number - 1]?.code)
    }),
    { numRuns: 400 },
  )
})
