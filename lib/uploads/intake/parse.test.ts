import { describe, expect, it } from 'vitest'
import { parseHead, parseOriginal, parseRow } from './parse.server'

const line = (text: string) => new TextEncoder().encode(text)
const ROW = '"row": 1, "iban": "DE02120300000000202051", "name": "Zoë \\"\\\\\\": Ltd\\\\"'
const twice = (key: string) =>
  expect.objectContaining({ code: 'json_duplicate_key', message: expect.stringContaining(`“${key}”`) })

describe('a line of an upload', () => {
  it('may have quotes, backslashes and colons in its texts, and any space', () => {
    expect(parseRow(line(`\t{${ROW} , "note" : "\\u0022:" }`), 0)).toMatchObject({
      name: 'Zoë "\\": Ltd\\',
      note: '":',
    })
  })

  it('is stored in composed characters, without what is empty, and as not edited unless it says so', () => {
    const values = { row: 1, iban: 'de02 1203 0000 0000 2020 51', name: ' Zoe\u0308 ', reference: '' }
    const parsed = parseRow(line(JSON.stringify({ ...values, note: 'cafe\u0301' })), 0)
    expect(parsed).toEqual({
      ...{ row: 1, iban: 'DE02120300000000202051', country: 'DE', name: 'Zoë' },
      ...{ reference: null, note: 'café', edited: false },
    })
  })

  it.each([
    ['name', `{${ROW}, "name": "Other"}`],
    ['name', `{${ROW}, "n\\u0061me" : "Other"}`],
    ['row', `{${ROW}, "row":1}`],
    ['skipped', '{"row":1,"skipped":"columns","skipped":"left_out"}'],
  ])('is refused when it gives %s twice: %s', (key, text) => {
    expect(() => parseRow(line(text), 0)).toThrow(twice(key))
  })

  it('is refused also when it is the first or the last', () => {
    expect(() => parseHead(line('{"rows":1,"map":{"iban":0,"iban":1}}'))).toThrow(twice('iban'))
    expect(() => parseHead(line('{"rows":1,"map":{"iban":0}}'))).toThrow(
      expect.objectContaining({ code: 'kept_required' }),
    )
    expect(() => parseOriginal(line('{"original":"QQ==","original":"Qg=="}'))).toThrow(twice('original'))
    expect(parseOriginal(line('{"original":"QQ=="}')).toString()).toBe('A')
  })
})
