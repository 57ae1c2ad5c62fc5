import { expect, test } from 'vitest'
import { encodeText } from '@/lib/tables/testing/write-table'
import type { Encoding } from './choices'
import { decode, decodeAs, encode } from './encoding'

const TEXT = 'Nom;IBAN\r\nZoë Müller;DE89370400440532013000\r\n'

test.each<[Encoding, boolean]>([
  ['utf-8', true],
  ['utf-8', false],
  ['utf-16le', true],
  ['utf-16le', false],
  ['utf-16be', true],
  ['utf-16be', false],
])('the encoding %s of a file is found, with a byte order mark: %s', (encoding, bom) => {
  expect(decode(encodeText(TEXT, encoding, bom))).toEqual({
    ...{ text: TEXT, encoding, bom },
    bomLength: bom ? (encoding === 'utf-8' ? 3 : 2) : 0,
  })
})

test('the encoding that a person chose is used, also against a mark, which then is part of the text', () => {
  const bytes = encodeText('é', 'utf-8', true)
  expect(decode(bytes, 'windows-1252')).toMatchObject({ encoding: 'windows-1252', text: 'ï»¿Ã©', bom: false })
  expect(decode(bytes, 'utf-8')).toMatchObject({ text: 'é', bom: true })
  expect(decode(bytes, 'utf-7')).toMatchObject({ encoding: 'utf-8', text: 'é' })
})

test('a file without text has no encoding but UTF-8, whatever its length', () => {
  expect(decode(new Uint8Array())).toMatchObject({ encoding: 'utf-8', text: '' })
  expect(decode(new TextEncoder().encode('a'))).toMatchObject({ encoding: 'utf-8', text: 'a' })
})

test.each<[string, Encoding, string]>([
  ['Ελένη €', 'windows-1253', 'Ελένη €'],
  ['Ελένη €', 'iso-8859-7', 'Ελένη €'],
  ['Zoë 日本 👩', 'windows-1252', 'Zoë ?? ?'],
  ['\ufffd', 'windows-1253', '?'],
  ['日本 👩', 'utf-16be', '日本 👩'],
])('%s in %s is %s: a character that it lacks becomes a question mark', (text, encoding, written) => {
  expect(decodeAs(encode(text, encoding), encoding)).toBe(written)
})
