import Papa from 'papaparse'
import type { Encoding } from '@/lib/tables/text/choices'
import { encode } from '@/lib/tables/text/encoding'
import { escapeFormula } from '@/lib/tables/text/formula'

type CsvStyle = { delimiter?: string; lineEnd?: '\r\n' | '\n' | '\r'; quoteAll?: boolean }

/** Rows as delimited text, written by papaparse. */
export function writeStyledCsv(rows: readonly (readonly string[])[], style: CsvStyle = {}): string {
  const { delimiter = ';', lineEnd = '\r\n', quoteAll = false } = style
  const safe = rows.map((row) => row.map(escapeFormula))
  return Papa.unparse(safe, { delimiter, newline: lineEnd, quotes: quoteAll }) + lineEnd
}

/** The bytes of a text file: the byte order mark, if wanted and defined for the encoding, then the text. */
export function encodeText(text: string, encoding: Encoding, bom: boolean): Uint8Array {
  return encode(bom && encoding.startsWith('utf-') ? `\uFEFF${text}` : text, encoding)
}
