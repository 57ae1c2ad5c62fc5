import { computeGates } from '@/lib/payments/gate/compute.server'
import { openRun, storeRun } from '@/lib/payments/lines/store.server'
import { db } from '@/lib/platform/db.server'
import type { PaidFile, PaidLine } from '@/lib/tables/payments/line'
import { ibanOf, linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import { type Person, storeCompared } from '@/lib/uploads/testing/office'
import { recordAnswers } from '@/lib/verifications/answers.server'
import type { MatchResult } from '@/lib/verifications/outcome'

export const DEBTOR = 'DE02120300000000202051'

/** A payment of 100 to holder `n`; tests override what they are about. */
export const paidTo = (n: number, more: Partial<PaidLine> = {}): PaidLine => ({
  number: 1,
  batch: 0,
  batchId: 'B-1',
  debtorIban: DEBTOR,
  debtorBic: 'BYLADEM1001',
  debtorName: 'Office',
  dueOn: '2026-03-31',
  amount: '100.00',
  currency: 'EUR',
  account: 'iban',
  iban: ibanOf(n),
  name: `Holder ${n}`,
  endToEndId: null,
  instructionId: null,
  uetr: null,
  remittance: null,
  ultimateCreditor: null,
  ...more,
})

/** The lines of a file, numbered. */
export const linesTo = (...lines: PaidLine[]): PaidLine[] =>
  lines.map((line, n) => ({ ...line, endToEndId: line.endToEndId ?? `E-${n + 1}`, number: n + 1 }))

export const PAID_FILE: PaidFile = {
  version: 'pain.001.001.09',
  messageId: null,
  createdAt: null,
  signed: false,
}

/** An upload of these lines with its payment run. Lines without an IBAN are rows that were not sent. @returns its ID */
export async function runOf(
  by: Person,
  lines: PaidLine[],
  { file = {}, rows = {} }: { file?: Partial<PaidFile>; rows?: Record<number, TestRow> } = {},
): Promise<string> {
  const sent = lines.map(
    ({ number, iban, name }): TestRow =>
      rows[number] ?? (iban === null ? { skipped: 'iban_checksum' } : { iban, name: name ?? '' }),
  )
  const id = await storeCompared(requestOf(linesOf(sent)), by)
  await openRun(id, 'pain001')
  await storeRun(id, { ...PAID_FILE, ...file }, lines)
  return id
}

type Said = MatchResult | 'failed'

/** Stores the answers to the checks of these rows, and computes the gates. */
export async function answer(uploadId: string, results: Record<number, Said>): Promise<void> {
  const rows = await db().uploadRow.findMany({
    where: { uploadId, number: { in: Object.keys(results).map(Number) } },
  })
  const items = rows.map(({ number, verificationId }) => ({
    verificationId: verificationId ?? '',
    answer: answerOf(results[number] ?? 'failed'),
  }))
  await db().$transaction((tx) => recordAnswers(tx, items))
  await computeGates(uploadId)
}

/** An answer of the provider with this result; a close match names the holder's registered name. */
const answerOf = (said: Said) => ({
  status: said === 'failed' ? ('failed' as const) : ('completed' as const),
  matchResult: said === 'failed' ? null : said,
  matchedName: said === 'close_match' ? 'Registered Holder' : null,
  statusReason: null,
  unrecognised: null,
  enrichment: null,
  upstreamId: null,
})

/** A release of these lines, as rows: without files. @returns its ID */
export async function releaseRows(
  uploadId: string,
  byId: string,
  numbers: number[],
  more: object = {},
): Promise<string> {
  const number = (await db().paymentRelease.count({ where: { uploadId } })) + 1
  const counts = { lines: numbers.length, sums: {}, heldLines: 0, heldSums: {} }
  const { id } = await db().paymentRelease.create({
    data: { uploadId, number, releasedById: byId, ...counts, ...more },
  })
  await db().paymentLine.updateMany({ where: { uploadId, number: { in: numbers } }, data: { releaseId: id } })
  await db().$executeRaw`
    insert into supplier_ibans (supplier, iban_digest, release_id)
    select distinct supplier, iban_digest, release_id from payment_lines
     where release_id = ${id}::uuid and supplier is not null`
  return id
}

/** The gates of a run as stored, by line: `clear match`. */
export async function gatesIn(uploadId: string): Promise<Record<number, string>> {
  const lines = await db().paymentLine.findMany({ where: { uploadId }, orderBy: { number: 'asc' } })
  return Object.fromEntries(lines.map(({ number, gate, gateReason }) => [number, `${gate} ${gateReason}`]))
}
