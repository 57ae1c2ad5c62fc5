import { createHash } from 'node:crypto'
import type { RequestedBy } from '@/lib/auth/roles'
import type { Person } from '@/lib/auth/testing/people'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { createRun, storeRunLines } from '@/lib/payments/lines/store.server'
import { db, type Prisma } from '@/lib/platform/db.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import type { FilePayment, PaymentFile } from '@/lib/tables/payments/line'
import { ibanOf, linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import { storeCompared } from '@/lib/uploads/testing/office'
import { recordAnswers } from '@/lib/verifications/answers.server'
import type { MatchResult } from '@/lib/verifications/outcome'

export const DEBTOR = 'DE02120300000000202051'

/** A payment of 100 euros to holder `n`. Tests override the fields that they are about. */
export const paymentTo = (n: number, more: Partial<FilePayment> = {}): FilePayment => ({
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
  otherAccount: null,
  name: `Holder ${n}`,
  endToEndId: null,
  instructionId: null,
  uetr: null,
  remittance: null,
  ultimateCreditor: null,
  ...more,
})

/** These lines as those of a file, numbered from 1. */
export const numberLines = (...lines: FilePayment[]): FilePayment[] =>
  lines.map((line, n) => ({ ...line, endToEndId: line.endToEndId ?? `E-${n + 1}`, number: n + 1 }))

const EMPTY_FILE: PaymentFile = {
  version: 'pain.001.001.09',
  messageId: null,
  messages: [],
  createdAt: null,
  whole: null,
}

/** Creates an upload of these lines and its run. Lines without an IBAN are rows that were not sent. @returns its ID */
export async function createTestRun(
  by: Person,
  lines: FilePayment[],
  { file = {}, rows = {} }: { file?: Partial<PaymentFile>; rows?: Record<number, TestRow> } = {},
): Promise<string> {
  const sent = lines.map(
    ({ number, iban, name }): TestRow =>
      rows[number] ?? (iban === null ? { skipped: 'iban_checksum' } : { iban, name: name ?? '' }),
  )
  const id = await storeCompared(requestOf(withUniqueFile(linesOf(sent))), by)
  await createRun(id, 'pain001')
  const messages = file.messageId ? [{ messageId: file.messageId, batch: 0 }] : []
  await storeRunLines(id, { ...EMPTY_FILE, messages, ...file }, lines)
  return id
}

let files = 0
/** The same request with a unique file: each call appends one more blank to it. */
function withUniqueFile(sent: string[]): string[] {
  const { original } = JSON.parse(sent.at(-1) ?? '')
  const file = Buffer.concat([Buffer.from(original, 'base64'), Buffer.from(`\r\n${' '.repeat(++files)}`)])
  const head = { ...JSON.parse(sent[0] ?? ''), hash: createHash('sha256').update(file).digest('hex') }
  return [JSON.stringify(head), ...sent.slice(1, -1), JSON.stringify({ original: file.toString('base64') })]
}

/** A pain.001 with these payments, in one batch for each debtor account. */
export function ordersOf(lines: FilePayment[], messageId = 'MSG-1'): string {
  const accounts = [...new Set(lines.map(({ debtorIban }) => debtorIban))]
  const batch = (
    account: string | null,
    n: number,
  ) => `<PmtInf><PmtInfId>B-${n + 1}</PmtInfId><PmtMtd>TRF</PmtMtd>
<ReqdExctnDt><Dt>2026-03-31</Dt></ReqdExctnDt><Dbtr><Nm>Office</Nm></Dbtr><DbtrAcct><Id><IBAN>${account}</IBAN></Id></DbtrAcct>
<DbtrAgt><FinInstnId><BICFI>BYLADEM1001</BICFI></FinInstnId></DbtrAgt>
${lines
  .filter(({ debtorIban }) => debtorIban === account)
  .map(orderOf)
  .join('\n')}</PmtInf>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-03-30T10:00:00Z</CreDtTm><NbOfTxs>${lines.length}</NbOfTxs></GrpHdr>
${accounts.map(batch).join('\n')}</CstmrCdtTrfInitn></Document>`
}

const orderOf = ({ endToEndId, currency, amount, name, iban }: FilePayment) => `<CdtTrfTxInf>
<PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId><Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt>
<Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`

/** The request that uploads this pain.001. */
export function ordersRequest(lines: FilePayment[], xml = ordersOf(lines), head: object = {}): Request {
  const rows = lines.map(({ iban, name }): TestRow => ({ iban: iban ?? '', name: name ?? '' }))
  const file = Buffer.from(xml)
  const sent = linesOf(rows, {
    hash: createHash('sha256').update(file).digest('hex'),
    fileName: 'suppliers.xml',
    table: {
      format: 'payments',
      encoding: 'utf-8',
      delimiter: ';',
      headerRow: null,
      lineEnd: 'none',
      bom: false,
    },
    map: { iban: 2, name: [1], instead: [], reference: 0, note: null },
    ...head,
  })
  sent[sent.length - 1] = JSON.stringify({ original: file.toString('base64') })
  return requestOf(sent)
}

/** Uploads this pain.001 and compares it with its file, without reading its run. @returns its ID */
export const uploadOrders = (by: Person, lines: FilePayment[], xml = ordersOf(lines)): Promise<string> =>
  storeCompared(ordersRequest(lines, xml), by)

type TestResult = MatchResult | 'failed'

/** Stores the answers to the checks of these rows, and computes the gates. */
export async function storeAnswers(uploadId: string, results: Record<number, TestResult>): Promise<void> {
  const rows = await db().uploadRow.findMany({
    where: { uploadId, number: { in: Object.keys(results).map(Number) } },
  })
  const items = rows.map(({ number, verificationId }) => ({
    verificationId: verificationId ?? '',
    answer: makeAnswer(results[number] ?? 'failed'),
  }))
  await db().$transaction((tx) => recordAnswers(tx, items))
  await computeGates(uploadId)
}

/** An answer of the provider with this result. A close match returns a name. */
const makeAnswer = (result: TestResult) => ({
  status: result === 'failed' ? ('failed' as const) : ('completed' as const),
  matchResult: result === 'failed' ? null : result,
  matchedName: result === 'close_match' ? 'Registered Holder' : null,
  statusReason: null,
  unrecognised: null,
  enrichment: null,
  upstreamId: null,
})

/** Stores a release of these lines directly, without files. @returns its ID */
export async function storeRelease(
  uploadId: string,
  byId: string,
  numbers: number[],
  { heldDownloadedAt, ...more }: Partial<Prisma.PaymentReleaseUncheckedCreateInput> = {},
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
  if (heldDownloadedAt) await db().paymentRelease.update({ where: { id }, data: { heldDownloadedAt } })
  return id
}

/** The stored gate and reason of each line, such as `clear match`, by line number. */
export async function readGates(uploadId: string): Promise<Record<number, string>> {
  const lines = await db().paymentLine.findMany({ where: { uploadId }, orderBy: { number: 'asc' } })
  return Object.fromEntries(lines.map(({ number, gate, gateReason }) => [number, `${gate} ${gateReason}`]))
}

/** Somebody approves the check of a line, by default with the bank's name. @returns the ID of the review */
export async function approveLine(
  uploadId: string,
  number: number,
  by: RequestedBy,
  decision: Partial<Parameters<typeof decideReview>[1]> = { correctedName: 'Registered Holder' },
): Promise<string> {
  const { id, evidenceHash } = await db().review.findFirstOrThrow({
    where: { verification: { rows: { some: { uploadId, number } } } },
  })
  await decideReview(id, { decision: 'approve', reason: 'spelling_or_accent', evidenceHash, ...decision }, by)
  await computeGates(uploadId)
  return id
}
