import { writeCsv } from '@/lib/tables/write/write-csv'
import { type Cells, textSheet, type XlsxSheet } from './workbook'

/**
 * Made-up payees. The embedded service returns every result for them: the holders of some of these accounts are in
 * service/banks/people.ts, the others follow from the account number.
 */
export const PAYEES = [
  ['Atelier Nord SAS', 'FR7630003775348726493637082', 'INV-3101'],
  ['Muster Logistik GmbH', 'DE47500105175410136810', 'INV-3102'],
  ['Van Dijk Holding B.V.', 'NL87ABNA0541013681', 'INV-3103'],
  ['Transports Girard', 'FR7610278060000002048014528', 'INV-3104'],
  ['Boulangerie du Canal SARL', 'FR7630003036200002021690750', 'INV-3105'],
  ['Nordlicht Medien GmbH', 'DE78370400448589385322', 'INV-3106'],
  ['Lucas Peeters', 'BE28068986324420', 'INV-3107'],
  ['Dimitar Ivanov', 'BG95BNBG96611020345699', 'INV-3108'],
  ['Γεωργία Παπαδοπούλου', 'GR5301101250000000012300999', 'INV-3109'],
  ['P. van den Berg', 'NL37ABNA0417164399', 'INV-3110'],
  ['Hélène Fontaine', 'FR7690005000010000000011828', 'INV-3111'],
  ['Kaffeerösterei Alt Wien KG', 'AT352011167834454403', 'INV-3112'],
  ['Sofia Lindqvist', 'LU480015410136810164', 'INV-3113'],
  ['Marijke Verhoeven', 'NL60RABO0148035428', 'INV-3114'],
] as const satisfies Cells

/** A duplicate row, and its account under a second name. */
export const DUPLICATES = [PAYEES[1], ['Muster Transport GmbH', PAYEES[1][1], 'INV-3115']] as const

/** Two typing errors: a letter for a digit, and swapped digits. */
export const ERRORS = [
  ['Imprimerie Saint-Rémy SAS', 'FR763OOO4979970039718827493', 'INV-3116'],
  ['Jonas Albrecht', 'DE83370400446783445404', 'INV-3117'],
] as const satisfies Cells

const HEADERS = ['Payee', 'IBAN', 'Reference']

/** A list as people keep it: the rows of the other samples, duplicates, and two rows to fix. */
export const sampleCsv = () => `\uFEFF${writeCsv([HEADERS, ...PAYEES, ...DUPLICATES, ...ERRORS])}`

/** A workbook with nothing to fix. */
export const sampleSheets = (): XlsxSheet[] => [textSheet('Payees', [32, 32, 14], [HEADERS, ...PAYEES])]

const transfer = ([name, iban, reference]: (typeof PAYEES)[number], n: number) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${reference}</EndToEndId></PmtId>` +
  `<Amt><InstdAmt Ccy="EUR">${(n + 1) * 120}.50</InstdAmt></Amt>` +
  `<Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`

/** A payment file as payment software writes it before execution. */
export function samplePayments(): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
    '<GrpHdr><MsgId>SAMPLE-1</MsgId><CreDtTm>2026-01-15T09:00:00</CreDtTm>' +
    `<NbOfTxs>${PAYEES.length}</NbOfTxs><InitgPty><Nm>Sample SAS</Nm></InitgPty></GrpHdr>` +
    '<PmtInf><PmtInfId>RUN-1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>2026-01-16</Dt></ReqdExctnDt>' +
    '<Dbtr><Nm>Sample SAS</Nm></Dbtr>' +
    '<DbtrAcct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></DbtrAcct>' +
    '<DbtrAgt><FinInstnId><BICFI>AGRIFRPPXXX</BICFI></FinInstnId></DbtrAgt>\n' +
    `${PAYEES.map(transfer).join('\n')}\n</PmtInf></CstmrCdtTrfInitn></Document>\n`
  )
}
