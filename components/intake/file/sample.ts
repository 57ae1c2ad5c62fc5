import { writeCsv } from '@/lib/tables/write/write-csv'

/** Payees of nobody: made-up names, well-formed IBANs that no bank has given out. */
export const PAYEES = [
  ['Atelier Nord SAS', 'FR7630004572506795083831252', 'INV-3101'],
  ['Muster Logistik GmbH', 'DE65100100106795083831', 'INV-3102'],
  ['Van Dijk Holding B.V.', 'NL39ABNA0706839246', 'INV-3103'],
  ['Brouwerij De Linde NV', 'BE88001800130141', 'INV-3104'],
  ['Kaffeerösterei Alt Wien KG', 'AT821200090713406581', 'INV-3105'],
  ['Sofia Lindqvist', 'LU930010044656988622', 'INV-3106'],
  ['Boulangerie du Canal SARL', 'FR7630003131762387604175002', 'INV-3107'],
  ['Nordlicht Medien GmbH', 'DE79100100102387604175', 'INV-3108'],
  ['Marijke Verhoeven', 'NL30ABNA0335091370', 'INV-3109'],
  ['Hélène Marchand', 'FR7620041432095663238992295', 'INV-3110'],
] as const

/** What goes wrong in real lists, one of each: digits swapped, one missing, a letter for a digit, no name, a row twice. */
const PROBLEMS = [
  ['Lucas Peeters', 'BE15363566332830', 'INV-3111'],
  ['Jonas Albrecht', 'DE5350010517607660682', 'INV-3112'],
  ['Imprimerie Saint-Rémy SAS', 'FR763OOO4704998019951081010', 'INV-3113'],
  ['', 'AT712011180199510810', 'INV-3114'],
  PAYEES[1],
]

const HEADERS = ['Payee', 'IBAN', 'Reference']

/** A list as people keep it, with the problems that the third step finds. */
export function sampleCsv(): Blob {
  const text = writeCsv([HEADERS, ...PAYEES, ...PROBLEMS])
  return new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' })
}

/** A workbook with nothing to mend. */
export async function sampleXlsx(): Promise<Blob> {
  const { default: writeXlsx } = await import('write-excel-file/browser')
  const text = (value: string) => ({ value, type: String, format: '@' })
  const data = [HEADERS, ...PAYEES].map((cells) => cells.map(text))
  return writeXlsx([
    { data, sheet: 'Payees', columns: [{ width: 32 }, { width: 32 }, { width: 14 }] },
  ]).toBlob()
}

const transfer = ([name, iban, reference]: (typeof PAYEES)[number], n: number) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${reference}</EndToEndId></PmtId>` +
  `<Amt><InstdAmt Ccy="EUR">${(n + 1) * 120}.50</InstdAmt></Amt>` +
  `<Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`

/** A payment file as a payment program writes it before it is paid. */
export function samplePayments(): Blob {
  const paid = PAYEES.slice(0, 5)
  const text =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
    '<GrpHdr><MsgId>SAMPLE-1</MsgId><CreDtTm>2026-01-15T09:00:00</CreDtTm>' +
    `<NbOfTxs>${paid.length}</NbOfTxs><InitgPty><Nm>Sample SAS</Nm></InitgPty></GrpHdr>` +
    '<PmtInf><PmtInfId>RUN-1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>2026-01-16</Dt></ReqdExctnDt>' +
    '<Dbtr><Nm>Sample SAS</Nm></Dbtr>' +
    '<DbtrAcct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></DbtrAcct>' +
    '<DbtrAgt><FinInstnId><BICFI>AGRIFRPPXXX</BICFI></FinInstnId></DbtrAgt>\n' +
    `${paid.map(transfer).join('\n')}\n</PmtInf></CstmrCdtTrfInitn></Document>\n`
  return new Blob([text], { type: 'application/xml' })
}
