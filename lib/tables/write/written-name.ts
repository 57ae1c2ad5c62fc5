import type { ColumnMap } from '@/lib/tables/table'
import type { Encoding } from '@/lib/tables/text/choices'
import { encode, unitBytes } from '@/lib/tables/text/encoding'

/** The cells of a row that change with its name: one gets the whole name, the others become empty. */
export type NameCells = { column: number; emptied: number[] }

/**
 * Which cells hold the name of a row: a filled `instead` column, else the first filled column of a joined name, whose
 * other columns become empty, so that the row reads as the new name.
 * @throws Error for a row without a name: it has none to replace
 */
export function nameCells(cells: string[], { name, instead }: ColumnMap): NameCells {
  const filled = (column: number) => (cells[column] ?? '').trim() !== ''
  const other = instead.find(filled)
  if (other !== undefined) return { column: other, emptied: [] }
  const [column, ...emptied] = name.filter(filled)
  if (column === undefined) throw new Error('the row has no name')
  return { column, emptied }
}

/** Letters that have no accent to remove. */
const PLAIN: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ø: 'o',
  Ø: 'O',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  þ: 'th',
  Þ: 'Th',
  ð: 'd',
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ß: 'ss',
  ẞ: 'SS',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
}

/** A name in the characters of an encoding: without accents where it has none for them, "?" for other characters. */
export function inEncoding(name: string, encoding: Encoding): string {
  if (encoding === 'utf-8' || unitBytes(encoding) === 2) return name
  const fits = (text: string) => !encode(text, encoding).includes(QUESTION)
  return Array.from(name.normalize('NFC'), (sign) => {
    if (fits(sign)) return sign
    const plain = PLAIN[sign] ?? sign.normalize('NFKD').replace(/\p{M}/gu, '')
    return fits(plain) ? plain : '?'
  }).join('')
}

const QUESTION = 0x3f
