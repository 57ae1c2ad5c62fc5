import { randomInt } from 'node:crypto'
import { ibanOf } from '../../lib/uploads/testing/body'
import { natureOf } from '../../service/banks/derived'

export type Order = { iban: string; name: string; cents: number; endToEndId: string }
export type OrderFile = { messageId: string; createdAt: string; orders: Order[] }

const DEBTOR = 'DE02120300000000202051'

/**
 * Creates a payment file with known outcomes, because the service decides them by IBAN: close matches in the lines
 * `close`, no matches in the lines `different`, and matches in all others.
 */
export function createOrders(
  size: number,
  { close, different }: { close: number[]; different: number[] },
): OrderFile {
  const start = randomInt(1_000_000, 900_000_000)
  let next = start
  const nextIban = (nature: string) => {
    while (natureOf(ibanOf(next)) !== nature) next += 1
    return ibanOf(next++)
  }
  const natureOfLine = (line: number) =>
    close.includes(line) ? 'close' : different.includes(line) ? 'different' : 'equal'
  const orders = Array.from({ length: size }, (_, n) => ({
    iban: nextIban(natureOfLine(n + 1)),
    name: `Philipp Tobler ${start + n}`,
    cents: 10_001 + n * 137,
    endToEndId: `E-${start}-${n + 1}`,
  }))
  return { messageId: `RUN-${start}`, createdAt: '2026-11-20T10:00:00Z', orders }
}

/** An exact sum with two decimals. */
export const sumOf = (orders: readonly Order[]): string =>
  formatCents(orders.reduce((sum, { cents }) => sum + cents, 0))

const formatCents = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Writes a pain.001 with nothing between its payments, so the file without a payment is a pure deletion. */
export function writeOrders({ messageId, createdAt, orders }: OrderFile): string {
  const counts = `<NbOfTxs>${orders.length}</NbOfTxs><CtrlSum>${sumOf(orders)}</CtrlSum>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${createdAt}</CreDtTm>${counts}<InitgPty><Nm>Office</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>SUPPLIERS</PmtInfId><PmtMtd>TRF</PmtMtd>${counts}<ReqdExctnDt><Dt>2027-03-31</Dt></ReqdExctnDt>
<Dbtr><Nm>Office</Nm></Dbtr><DbtrAcct><Id><IBAN>${DEBTOR}</IBAN></Id></DbtrAcct>
<DbtrAgt><FinInstnId><BICFI>BYLADEM1001</BICFI></FinInstnId></DbtrAgt>
${orders.map(writeOrder).join('')}</PmtInf></CstmrCdtTrfInitn></Document>
`
}

const writeOrder = ({ iban, name, cents, endToEndId }: Order) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${formatCents(cents)}</InstdAmt></Amt><Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`
