import type { DemoRow } from './uploads'

/** The account from which the demo office pays. */
const DEBTOR = { name: 'Maison Accord SA', iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP' }

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const amountInCents = (n: number, row: number) => 12_500 + ((n * 7_919 + row * 104_729) % 940_000)
const formatAmount = (amount: number) =>
  `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`

export type Orders = { messageId: string; n: number; at: Date; due: Date; rows: DemoRow[] }

/** The EndToEndId of a payment of a file. */
const endToEndId = ({ messageId }: Orders, row: number): string => `${messageId}-${row + 1}`

/** A pain.001 with a payment to each payee, as an ERP writes it. */
export function ordersXml(orders: Orders): string {
  const { messageId, n, at, due, rows } = orders
  const amounts = rows.map((_, row) => amountInCents(n, row))
  const totals = `<NbOfTxs>${rows.length}</NbOfTxs><CtrlSum>${formatAmount(amounts.reduce((sum, one) => sum + one, 0))}</CtrlSum>`
  const transactions = rows.map(
    ({ iban, check }, row) => `    <CdtTrfTxInf>
      <PmtId><EndToEndId>${endToEndId(orders, row)}</EndToEndId></PmtId>
      <Amt><InstdAmt Ccy="EUR">${formatAmount(amounts[row] ?? 0)}</InstdAmt></Amt>
      <Cdtr><Nm>${escapeXml(check.name)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>
      <RmtInf><Ustrd>Invoice ${4_100 + n * 100 + row}</Ustrd></RmtInf>
    </CdtTrfTxInf>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
<CstmrCdtTrfInitn>
  <GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${at.toISOString().slice(0, 19)}</CreDtTm>${totals}<InitgPty><Nm>${DEBTOR.name}</Nm></InitgPty></GrpHdr>
  <PmtInf>
    <PmtInfId>${messageId}-P1</PmtInfId><PmtMtd>TRF</PmtMtd>${totals}<ReqdExctnDt><Dt>${due.toISOString().slice(0, 10)}</Dt></ReqdExctnDt>
    <Dbtr><Nm>${DEBTOR.name}</Nm></Dbtr><DbtrAcct><Id><IBAN>${DEBTOR.iban}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><BICFI>${DEBTOR.bic}</BICFI></FinInstnId></DbtrAgt>
${transactions.join('\n')}
  </PmtInf>
</CstmrCdtTrfInitn>
</Document>
`
}

/** The bank's pain.002 on released payments: the first of them is a close match, all others match. */
export function reportXml(orders: Orders, releasedId: string): string {
  const matchedName = escapeXml(`${orders.rows[0]?.check.name} International`)
  const statuses = orders.rows.map(
    (_, row) =>
      `<TxInfAndSts><OrgnlEndToEndId>${endToEndId(orders, row)}</OrgnlEndToEndId><TxSts>${row === 0 ? 'RVMC' : 'RCVC'}</TxSts>${row === 0 ? `<StsRsnInf><AddtlInf>${matchedName}</AddtlInf></StsRsnInf>` : ''}</TxInfAndSts>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">
<CstmrPmtStsRpt>
  <GrpHdr><MsgId>VOP-${releasedId}</MsgId><CreDtTm>${orders.at.toISOString().slice(0, 19)}</CreDtTm></GrpHdr>
  <OrgnlGrpInfAndSts><OrgnlMsgId>${releasedId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>RVCM</GrpSts></OrgnlGrpInfAndSts>
  <OrgnlPmtInfAndSts><OrgnlPmtInfId>${orders.messageId}-P1</OrgnlPmtInfId>
${statuses.join('\n')}
  </OrgnlPmtInfAndSts>
</CstmrPmtStsRpt>
</Document>
`
}
