import { describe, expect, it } from 'vitest'
import { tableReadingSchema } from './wire'

const reading = { encoding: 'utf-8', delimiter: ';', headerRow: 1, lineEnd: 'CRLF', bom: false }
const takes = (change: Partial<Record<keyof typeof reading | 'sheet', unknown>>) =>
  tableReadingSchema.safeParse({ ...reading, ...change }).success

describe('what a browser declares about how it read a file', () => {
  it('accepts known encodings only, because the value ends up in a header', () => {
    expect(takes({}) && takes({ encoding: 'iso-8859-15' })).toBe(true)
    for (const encoding of ['utf-8, text/html', 'utf-8\r\nset-cookie: a=b', 'UTF-8', 'utf-7', ''])
      expect(takes({ encoding }), encoding).toBe(false)
  })

  it('accepts a delimiter that is neither a quote nor a line break', () => {
    expect(takes({ delimiter: '\t' }) && takes({ delimiter: '¦' })).toBe(true)
    for (const delimiter of ['"', '\n', '\r', '\0', '', ';;', '\ud83d'])
      expect(takes({ delimiter }), delimiter).toBe(false)
  })

  it('accepts a sheet name that can be stored', () => {
    expect(takes({ sheet: 'Zahlungen 🏦' })).toBe(true)
    for (const sheet of ['May\0', 'May\ud83d']) expect(takes({ sheet }), sheet).toBe(false)
  })
})
