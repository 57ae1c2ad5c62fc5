import { randomInt } from 'node:crypto'
import { natureOf } from '../../service/banks/derived'

export type Order = { iban: string; name: string; cents: number; endToEndId: string }
export type OrderFile = { messageId: string; createdAt: string; orders: Order[] }

const BANK = '37040044'
const DEBTOR = 'DE02120300000000202051'

function germanIban(n: number): string {
  const bban = `${BANK}${String(n).padStart(10, '0')}`
  return `DE${String(98n - (BigInt(`${bban}131400`) % 97n)).padStart(2, '0')}${bban}`
}

/**
 * A payment file whose outcomes are known before it is sent, because the service decides them by IBAN: a match, but for
 * close matches in the lines `close` and a no match in the lines `different`.
 */
export function ordersWith(
  size: number,
  { close, different }: { close: number[]; different: number[] },
): OrderFile {
  const start = randomInt(1_000_000, 900_000_000)
  let next = start
  const account = (nature: string) => {
    while (natureOf(germanIban(next)) !== nature) next += 1
    return germanIban(next++)
  }
  const natureAt = (line: number) =>
    close.includes(line) ? 'close' : different.includes(line) ? 'different' : 'equal'
  const orders = Array.from({ length: size }, (_, n) => ({
    iban: account(natureAt(n + 1)),
    name: `Philipp Tobler ${start + n}`,
    cents: 10_001 + n * 137,
    endToEndId: `E-${start}-${n + 1}`,
  }))
  return { messageId: `RUN-${start}`, createdAt: '2026-11-20T10:00:00Z', orders }
}

/** An exact sum with two decimals. */
export const sumOf = (orders: readonly Order[]): string =>
  decimal(orders.reduce((sum, { cents }) => sum + cents, 0))

const decimal = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** The pain.001 without a byte between its payments: removing one gives exactly what this writes without it. */
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
  `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${decimal(cents)}</InstdAmt></Amt><Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`
