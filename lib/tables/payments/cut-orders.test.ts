import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { cleanIban } from '@/lib/iban/clean'
import { isPayable } from '@/lib/tables/money/decimal'
import { readPayments } from '@/lib/tables/pain/read-payments'
import {
  bytesOf,
  files,
  type GeneratedFile,
  type Part,
  RELEASED_AT,
} from '@/lib/tables/testing/pain001/generate'
import { cutFile } from './cut-file'
import type { CutFiles, CutPlan } from './line'
import { readPaymentFile } from './payment-file'
import { verifyCut } from './verify-cut'

const TABLE = { format: 'payments' } as const
const MAP = { iban: 2, name: [1], instead: [], reference: 0, note: null }

const linesIn = ({ messages }: GeneratedFile) =>
  messages.flatMap(({ batches }) => batches.flatMap(({ orders }) => orders)).length

/** Corrected names, and how they are written in Unicode, in windows-1252 and in ISO-8859-1. */
const NAMES: [string, string, string, string][] = [
  ['Zoë & <Co>', 'Zoë &amp; &lt;Co&gt;', 'Zoë &amp; &lt;Co&gt;', 'Zoë &amp; &lt;Co&gt;'],
  ['Łódź €', 'Łódź €', '&#x141;ód&#x17A; €', '&#x141;ód&#x17A; &#x20AC;'],
  [' A\u0007 \n B?', 'A B?', 'A B?', 'A B?'],
  [
    `${'y'.repeat(69)}\u{1F600}z`,
    `${'y'.repeat(69)}\u{1F600}`,
    `${'y'.repeat(69)}&#x1F600;`,
    `${'y'.repeat(69)}&#x1F600;`,
  ],
]
const formIn = ({ encoding: { encoding, label } }: GeneratedFile): 1 | 2 | 3 =>
  encoding !== 'windows-1252' ? 1 : label === 'windows-1252' ? 2 : 3

/** A file, the plan for its lines, and the lines with a corrected name. */
const cases = files.chain((file) =>
  fc.record({
    file: fc.constant(file),
    destinations: fc.array(fc.constantFrom('released', 'held', 'gone'), {
      minLength: linesIn(file),
      maxLength: linesIn(file),
    }),
    names: fc.array(fc.option(fc.nat(NAMES.length - 1)), { maxLength: linesIn(file) }),
  }),
)
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never

const numbersOf = ({ destinations }: Case, destination: string) =>
  destinations.flatMap((each, index) => (each === destination ? [index + 1] : []))

function planOf(given: Case): CutPlan {
  const names = given.names.flatMap((name, index): [number, string][] =>
    name === null ? [] : [[index + 1, NAMES[name]?.[0] ?? '']],
  )
  return {
    ...{
      released: numbersOf(given, 'released'),
      gone: numbersOf(given, 'gone'),
      names,
      nameCap: 70,
      at: RELEASED_AT,
    },
    messageIds: { released: 'PLAN-R1', held: 'PLAN-H1' },
  }
}

function partOf(given: Case, kind: Part['kind']): Part {
  const names = given.names.flatMap((name, index): [number, string][] =>
    name === null ? [] : [[index + 1, NAMES[name]?.[formIn(given.file)] ?? '']],
  )
  return {
    kind,
    keeps: (line) => given.destinations[line - 1] === kind,
    names: new Map(kind === 'released' ? names : []),
  }
}

function cut(bytes: Uint8Array, plan: CutPlan): CutFiles {
  const parts = cutFile(bytes, TABLE, MAP, plan)
  if ('problem' in parts || 'whole' in parts) throw new Error(JSON.stringify(parts))
  return parts
}

test('the scanner finds the same payments as the XML reader in every file', () => {
  fc.assert(
    fc.property(files, (file) => {
      const bytes = bytesOf(file)
      const table = readPayments(bytes)
      const paid = readPaymentFile(bytes, TABLE, MAP)
      if ('problem' in table || 'problem' in paid) throw new Error('it should be read')
      expect(paid.file.version).toBe(file.version)
      expect(
        paid.lines.map((line) => [line.endToEndId, line.name, line.amount, line.currency, line.dueOn]),
      ).toEqual(
        table.records.map(({ cells: [id, name, , , amount = '', currency = '', day] }) => [
          ...[id, name, ...(isPayable(amount, currency) ? [amount, currency] : [null, null])],
          day?.slice(0, 10),
        ]),
      )
      expect(paid.lines.map(({ iban }) => iban ?? '')).toEqual(
        table.records.map(({ cells, traits }) => (traits ? '' : cleanIban(cells[2] ?? ''))),
      )
    }),
  )
})

test('both parts equal, byte for byte, what an independent writer makes of the original', () => {
  fc.assert(
    fc.property(cases, (given) => {
      const bytes = bytesOf(given.file)
      const plan = planOf(given)
      const parts = cut(bytes, plan)
      for (const kind of ['released', 'held'] as const) {
        const expected = given.destinations.includes(kind) ? bytesOf(given.file, partOf(given, kind)) : null
        expect(textIn(parts[kind]?.bytes)).toEqual(textIn(expected))
      }
      expect(verifyCut({ bytes, table: TABLE, map: MAP, plan }, parts)).toBeNull()
    }),
  )
})

/** Bytes as text, so that a failed comparison shows the difference. */
const textIn = (bytes: Uint8Array | null | undefined) =>
  bytes ? new TextDecoder('latin1').decode(bytes) : null

test('a third-party XML parser reads the same payments in both parts', () => {
  fc.assert(
    fc.property(cases, (given) => {
      const parts = cut(bytesOf(given.file), planOf(given))
      for (const kind of ['released', 'held'] as const) {
        const part = partOf(given, kind)
        const lines = given.destinations.flatMap((_, index) =>
          part.keeps(index + 1) ? [`E${index + 1}`] : [],
        )
        expect(parts[kind] ? seenIn(parts[kind].bytes) : []).toEqual(lines)
      }
    }),
    { numRuns: 30 },
  )
})

/** The EndToEndIds of all payments, after checking that each has one creditor. */
function seenIn(bytes: Uint8Array): string[] {
  using document = XmlDocument.fromBuffer(bytes)
  const at = (path: string) =>
    document.find(path.replace(/(\w+)(?=\/|$)/g, "*[local-name()='$1']")).map((node) => node.content)
  const ids = at('//CdtTrfTxInf/PmtId/EndToEndId')
  expect(at('//CdtTrfTxInf/Cdtr/Nm')).toHaveLength(ids.length)
  expect(at('//GrpHdr/NbOfTxs').reduce((sum, count) => sum + Number(count), 0)).toBe(ids.length)
  return ids
}
