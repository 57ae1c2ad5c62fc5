import { decodeAs, encode, unitBytes } from '@/lib/tables/text/encoding'
import type { TextSource } from '@/lib/tables/text/record'
import { type Scan, scan } from '@/lib/tables/text/scan'

/**
 * The records of a text by bytes: a text with one character per unit of the file, its records, found with the same
 * grammar, and the byte at which a unit begins.
 */
export type BytePlaces = {
  text: string
  found: Scan
  delimiter: string
  /** The length of a delimiter: a cell ends so many units before the next one starts. */
  delimiterUnits: number
  at: (unit: number) => number
}

/** Where the records of a decoded file are in its bytes, also when characters have several bytes or are invalid. */
export function bytePlaces(bytes: Uint8Array, source: TextSource): BytePlaces {
  const { text, found, delimiter, bomLength } = source
  const unit = unitBytes(source.encoding)
  const at = (index: number) => bomLength + index * unit
  if (unit === 2 || text.length === bytes.length - bomLength)
    return { text, found, delimiter, delimiterUnits: 1, at }
  return { ...scanBytes(bytes.subarray(bomLength), source), at }
}

const asUnits = (bytes: Uint8Array): string => decodeAs(bytes, 'windows-1252')
/** Marks the last byte of a multi-byte delimiter: no byte decodes to this character. */
const DELIMITER = '\uE000'

function scanBytes(bytes: Uint8Array, { encoding, delimiter, quotes }: TextSource): Omit<BytePlaces, 'at'> {
  const units = asUnits(bytes)
  const long = asUnits(encode(delimiter, encoding))
  if (long.length === 1)
    return { text: units, found: scan(units, delimiter, quotes), delimiter, delimiterUnits: 1 }
  const text = units.replaceAll(long, DELIMITER.padStart(long.length))
  return { text, found: scan(text, DELIMITER, quotes), delimiter: DELIMITER, delimiterUnits: long.length }
}
