import { expect, it } from 'vitest'
import { isPlainLine, isPlainText, plainLineOf } from './plain-text'

it.each(['Zoë Ångström-Łuczak', 'שלום', 'مرحبا', '日本', '👩‍👧', 'a\u00a0b', ''])(
  '%j is plain text',
  (text) => {
    expect([isPlainText(text), isPlainLine(text), plainLineOf(text)]).toEqual([true, true, text.trim()])
  },
)

it.each(['\0', '\x1b', '\x7f', '\x85', '\u061c', '\u200e', '\u200f', '\u2028', '\u202e', '\u2066', '\u2069'])(
  'a text with %j is not plain, because it can’t be stored or hides what it says',
  (sign) => {
    expect([isPlainText(`a${sign}b`), isPlainLine(`a${sign}b`)]).toEqual([false, false])
    expect(plainLineOf(`a${sign}b${sign}`)).toBe('ab')
  },
)

it('nothing is left of a text of white space and such characters', () => {
  expect(['\u202e \u202e', '\0\n\0', ' \t '].map(plainLineOf)).toEqual(['', '', ''])
})

it('half a character is not plain text', () => {
  expect(isPlainText('a\ud83d')).toBe(false)
})

it('line breaks and tabs are plain text, but not on one line', () => {
  for (const sign of ['\n', '\r\n', '\t']) {
    expect([isPlainText(`a${sign}b`), isPlainLine(`a${sign}b`)]).toEqual([true, false])
    expect(plainLineOf(` a${sign}b${sign}`)).toBe('a b')
  }
})

it('a text may be limited to a length', () => {
  expect([isPlainText('abc', 3), isPlainLine('abc', 3)]).toEqual([true, true])
  expect([isPlainText('abcd', 3), isPlainLine('abcd', 3)]).toEqual([false, false])
})
