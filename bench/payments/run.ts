// A payment run with the maximum number of lines, as an upload and the worker would store it.
import { randomUUID } from 'node:crypto'
import { withCheckDigits } from '@/lib/iban/checksum'
import type { DemoRow } from '../../prisma/demo/uploads'

export const DEFAULT_LINES = 100_000
const HOUR_MS = 60 * 60_000

/** A Belgian IBAN with valid check digits. Belgian IBANs are short, and the size of the file is limited. */
function accountOf(n: number): string {
  const account = `539${String(n).padStart(7, '0')}`
  return withCheckDigits('BE', `${account}${String(BigInt(account) % 97n || 97n).padStart(2, '0')}`)
}

/** One payee in a hundred is a close match, and one in a thousand is no match. */
const resultOf = (n: number) => (n % 1_000 === 999 ? 'no_match' : n % 100 === 50 ? 'close_match' : 'match')

const payeeOf = (n: number): DemoRow => {
  const name = `Payee ${n + 1}`
  const result = resultOf(n)
  return {
    iban: accountOf(n + 1),
    check: { name, country: 'BE', result, ...(result === 'close_match' && { matchedName: `${name} GmbH` }) },
  }
}

/** A pain.001 with one batch and few elements, because a file can have at most 20 MB. */
function fileOf(rows: DemoRow[], due: Date): string {
  const lines = rows.map(
    ({ iban, check: { name } }, n) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${n + 1}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1${n % 10}</InstdAmt></Amt><Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`,
  )
  const debtor =
    '<Dbtr><Nm>Maison Accord SA</Nm></Dbtr><DbtrAcct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></DbtrAcct>'
  const head = `<GrpHdr><MsgId>BENCH</MsgId><CreDtTm>2026-03-02T09:00:00</CreDtTm><NbOfTxs>${rows.length}</NbOfTxs></GrpHdr>`
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>${head}<PmtInf><PmtInfId>P1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>${due.toISOString().slice(0, 10)}</Dt></ReqdExctnDt>${debtor}${lines.join('')}</PmtInf></CstmrCdtTrfInitn></Document>`
}

/** Stores the upload with all results, reads its lines and computes its gates. @returns the ID of the run */
export async function seedLargeRun(lines = DEFAULT_LINES): Promise<string> {
  const { db } = await import('@/lib/platform/db.server')
  const { readStoredLines } = await import('@/lib/payments/lines/read.server')
  const { seedPeople } = await import('../../prisma/demo/people')
  const { seedDemoUpload } = await import('../../prisma/demo/upload')
  const rows = Array.from({ length: lines }, (_, n) => payeeOf(n))
  const id = randomUUID()
  const at = new Date(Date.now() - HOUR_MS)
  const paymentFile = { id, xml: fileOf(rows, new Date(at.getTime() + 48 * HOUR_MS)) }
  const upload = { at, fileName: 'bench.xml', rows, batch: 2_000, outcome: 'completed' as const, paymentFile }
  const people = await seedPeople()
  await db().$transaction((tx) => seedDemoUpload(tx, people, upload), { timeout: 900_000, maxWait: 60_000 })
  await readStoredLines(id)
  await db().$executeRaw`analyze`
  await db().$disconnect()
  return id
}
