import { MAX_BYTES } from '@/lib/tables/table'

export const LINES = 100_000

/** A pain.001 file at both limits: 100,000 lines and 20 MB, two batches. */
export function largestFile(): Uint8Array {
  const line = (number: number) =>
    `<CdtTrfTxInf><PmtId><EndToEndId>${number}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1${number % 10}.50</InstdAmt></Amt><Cdtr><Nm>${number % 2 ? 'Zoé' : 'Ann'}</Nm></Cdtr><CdtrAcct><Id><IBAN>NO9386011117947</IBAN></Id></CdtrAcct></CdtTrfTxInf>`
  const lines = Array.from({ length: LINES }, (_, index) => line(index + 1))
  const batch = (id: number) => {
    const orders = lines.slice((id * LINES) / 2, ((id + 1) * LINES) / 2)
    return `<PmtInf><PmtInfId>P${id}</PmtInfId><NbOfTxs>${LINES / 2}</NbOfTxs><CtrlSum>750000.00</CtrlSum>${orders.join('')}</PmtInf>`
  }
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>LARGEST</MsgId><CreDtTm>2026-03-12T10:15:00Z</CreDtTm><NbOfTxs>${LINES}</NbOfTxs><CtrlSum>1500000.00</CtrlSum></GrpHdr>${batch(0)}${batch(1)}</CstmrCdtTrfInitn></Document>`
  const bytes = new TextEncoder().encode(xml)
  const padded = new Uint8Array(MAX_BYTES).fill(0x20)
  padded.set(bytes)
  return padded
}
