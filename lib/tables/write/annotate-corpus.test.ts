import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readTable } from '@/lib/tables/read/read'
import type { Encoding } from '@/lib/tables/text/choices'
import { decodeAs, encode } from '@/lib/tables/text/encoding'
import { annotateText } from './annotate'

const corpus = new URL('../testing/corpus/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('manifest.json', corpus), 'utf8')) as {
  files: { file: string }[]
}

/** The text added to a row, which occurs in no file. */
const mark = (number: number | string) => `<<<${number}>>>`

const sameUntil = (a: Uint8Array, b: Uint8Array): number => {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  return at
}

describe.each(manifest.files)('$file with results', ({ file }) => {
  const original = readFileSync(new URL(file.replace('csv/', ''), corpus))
  const table = readTable(new Uint8Array(original))
  if ('problem' in table) throw new Error(table.problem)
  const { delimiter, headerRow, records } = table
  const encoding = table.encoding as Encoding

  test('is the input byte for byte: between its own bytes there are only delimiters and results', () => {
    const options = { encoding, delimiter, headerRow }
    const output = Buffer.concat([
      ...annotateText(new Uint8Array(original), options, (number) => [mark(number)], [mark('header')]),
    ])
    const marks = [...(headerRow === null ? [] : ['header']), ...records.map(({ number }) => number)]
    let from = 0
    let read = 0
    for (const number of marks) {
      const sign = Buffer.from(encode(mark(number), encoding))
      const at = output.indexOf(sign, read)
      expect(at, mark(number)).toBeGreaterThanOrEqual(read)
      const piece = output.subarray(read, at)
      const own = sameUntil(piece, original.subarray(from))
      expect(decodeAs(new Uint8Array(piece.subarray(own)), encoding).replaceAll(delimiter, '')).toMatch(
        /^"?$/,
      )
      from += own
      read = at + sign.length
      // the closing quote of a result, where the file quotes everything
      const quote = Buffer.from(encode('"', encoding))
      if (piece.subarray(own).includes(quote)) read += quote.length
    }
    expect(output.subarray(read).equals(original.subarray(from))).toBe(true)
  })
})
