const IBAN = 'FR7630006000011234567890189'
const MEGABYTE = 1024 * 1024
const utf8 = (text: string) => new TextEncoder().encode(text)
const rows = (count: number, row: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => row(i)).join('\n')
/** Eight megabytes of rows of one long cell and an IBAN. */
const fillRows = (cell: string, header = 'Name;IBAN') =>
  utf8(
    `${header}\n${rows(Math.floor((8 * MEGABYTE) / (Buffer.byteLength(cell) + 30)), () => `${cell};${IBAN}`)}`,
  )
const CELL = 32_000

export const hostileTexts: Record<string, [() => Uint8Array, string]> = {
  'a quote that is never closed': [() => utf8(`Name;IBAN\n"${'a'.repeat(19 * MEGABYTE)}`), 'cell_too_long'],
  'a quoted cell of nineteen megabytes of lines': [
    () => utf8(`Name;IBAN\n"${'a\n'.repeat(9 * MEGABYTE)}`),
    'too_many_rows',
  ],
  'one line of twenty megabytes': [() => utf8('a'.repeat(20 * MEGABYTE)), 'cell_too_long'],
  'one header of twenty megabytes': [
    () => utf8(`${'Name '.repeat(3.9 * MEGABYTE)};IBAN\nA;${IBAN}`),
    'cell_too_long',
  ],
  'twenty megabytes of delimiters': [() => utf8(';'.repeat(20 * MEGABYTE)), 'file_empty'],
  'sixteen thousand columns': [
    () => utf8(rows(100, () => `${'x;'.repeat(16_384)}${IBAN}`)),
    'too_many_columns',
  ],
  'seventy thousand columns over short rows': [
    () => utf8(`Name;IBAN${';x'.repeat(70_000)}\n${rows(100_000, () => `A;${IBAN}`)}`),
    'too_many_columns',
  ],
  'a thousand columns over short rows': [
    () => utf8(`Name;IBAN${';x'.repeat(998)}\n${rows(100_000, () => 'A;B')}`),
    'table',
  ],
  'twenty megabytes of quotes': [() => utf8('"'.repeat(20 * MEGABYTE)), 'cell_too_long'],
  'quotes that open in every cell': [() => utf8(rows(300_000, () => '"a";"b"c;"""d;"" e')), 'csv_quotes'],
  'twenty megabytes of line ends': [() => utf8('\r'.repeat(20 * MEGABYTE)), 'too_many_rows'],
  NULs: [() => utf8(`Name;IBAN\nA\0;${IBAN}`), 'csv_nul'],
  'half a sign of UTF-16': [
    () => new Uint8Array([0xff, 0xfe, ...Buffer.from(`Name;IBAN\nA\ud800;${IBAN}\n`, 'utf16le'), 0x41]),
    'table',
  ],
  'an odd number of bytes of UTF-16': [
    () => new Uint8Array(Buffer.from(`Name;IBAN\nAnna;${IBAN}\n`.repeat(3), 'utf16le').subarray(0, -1)),
    'table',
  ],
  'IBANs in a sea of spaces': [
    () => fillRows(`${' '.repeat(CELL / 2)}x ${IBAN} y${' '.repeat(CELL / 2)}x`, 'IBAN;x'),
    'table',
  ],
  'short texts with an IBAN among spaces': [
    () => fillRows(`x${' '.repeat(400)}x ${IBAN} ${' '.repeat(400)}x`, 'IBAN;x'),
    'table',
  ],
  'names that read on and on like a bank': [() => fillRows('a'.repeat(CELL), 'Bank;IBAN'), 'table'],
  'names of marks in no order': [() => fillRows(`a${'\u0301\u0316'.repeat(CELL / 4)}`), 'table'],
  'names of one sign and spaces': [() => fillRows(`*A${' '.repeat(CELL)}B*`), 'table'],
  IBANIBANIBAN: [() => fillRows('IBAN'.repeat(CELL / 4), 'IBAN;Name'), 'table'],
  'apostrophes before a formula': [() => fillRows(`${"'".repeat(CELL)}=1`), 'table'],
  'formulas that never end': [() => fillRows(`="${'""'.repeat(CELL / 2)}`), 'table'],
  'headers of a page each': [
    () =>
      utf8(
        `${rows(600, () => 'Name du b\u00e9n\u00e9ficiaire '.repeat(1000)).replaceAll('\n', ';')};IBAN\n${';'.repeat(600)}${IBAN}`,
      ),
    'table',
  ],
  'an old Office file of nothing but names': [
    () =>
      new Uint8Array(
        Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(20 * MEGABYTE, 'E\0n\0c\0')]),
      ),
    'file_type',
  ],
}

const DOCUMENT_START = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>'
const DOCUMENT_END = '</CstmrCdtTrfInitn></Document>'
const transaction = (name: string, more = '') =>
  `<CdtTrfTxInf>${more}<Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><IBAN>${IBAN}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`
const orders = (inside: string, group = '') =>
  utf8(`<?xml version="1.0"?>${DOCUMENT_START}${group}<PmtInf>${inside}</PmtInf>${DOCUMENT_END}`)

export const hostilePayments: Record<string, [() => Uint8Array, string]> = {
  'entities of entities': [
    () =>
      utf8(
        `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${DOCUMENT_START}&b;${DOCUMENT_END}`,
      ),
    'header_not_found',
  ],
  'a transaction of a million elements in one another': [
    () => orders(`<CdtTrfTxInf>${'<a>'.repeat(2_000_000)}${'</a>'.repeat(2_000_000)}</CdtTrfTxInf>`),
    'payments_broken',
  ],
  'elements that are never closed': [() => orders('<a>'.repeat(5_000_000)), 'payments_broken'],
  'a name of nineteen megabytes': [() => orders(transaction('A'.repeat(19 * MEGABYTE))), 'payments_broken'],
  'three million references in a name': [
    () => orders(transaction('&amp;'.repeat(3_000_000))),
    'payments_broken',
  ],
  'a million transactions': [() => orders('<CdtTrfTxInf/>'.repeat(1_000_000)), 'too_many_rows'],
  'a control sum of a million digits': [
    () =>
      orders(
        transaction('A'),
        `<GrpHdr><NbOfTxs>${'9'.repeat(1_000_000)}</NbOfTxs><CtrlSum>${'9'.repeat(1_000_000)}</CtrlSum></GrpHdr>`,
      ),
    'payments_broken',
  ],
  'a control sum of nineteen megabytes of zeros': [
    () => orders(transaction('A'), `<GrpHdr><CtrlSum>0.${'0'.repeat(19 * MEGABYTE)}1</CtrlSum></GrpHdr>`),
    'payments_broken',
  ],
  'amounts of thirty thousand zeros': [
    () =>
      orders(
        transaction('A', `<Amt><InstdAmt Ccy="EUR">0.${'0'.repeat(CELL)}1</InstdAmt></Amt>`).repeat(500),
      ),
    'table',
  ],
  'batches that all declare something else': [
    () =>
      utf8(
        `<?xml version="1.0"?>${DOCUMENT_START}${`<PmtInf><NbOfTxs>2</NbOfTxs>${transaction('A')}</PmtInf>`.repeat(20_000)}${DOCUMENT_END}`,
      ),
    'table',
  ],
  'five million elements that say nothing': [() => orders('<a/>'.repeat(4_900_000)), 'file_empty'],
  'a payment file cut in half': [
    () => orders(transaction('A').repeat(1000)).slice(0, 50_000),
    'payments_broken',
  ],
  'half a sign of UTF-16': [
    () =>
      new Uint8Array([
        0xff,
        0xfe,
        ...Buffer.from(
          `${DOCUMENT_START}<PmtInf>${transaction('A\ud800')}</PmtInf>${DOCUMENT_END}`,
          'utf16le',
        ),
        0x41,
      ]),
    'payments_broken',
  ],
}
