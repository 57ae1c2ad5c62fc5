import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { bidiIsolate, durationOf, titleOf } from './toast'

it('isolates the direction of a name anywhere in a note, and doesn’t change the text', () => {
  const shown = (words: string) => renderToStaticMarkup(titleOf(words))
  expect(shown(`Approved ${bidiIsolate('דנה כהן')}`)).toBe('Approved <bdi>דנה כהן</bdi>')
  expect(shown(`${bidiIsolate('Dana')}, ${bidiIsolate('Noa')} stay`)).toBe(
    '<bdi>Dana</bdi>, <bdi>Noa</bdi> stay',
  )
  expect(shown('Settings saved')).toBe('Settings saved')
})

it('shows a note as long as reading it takes, and longer when it offers an action', () => {
  expect(durationOf('Settings saved', false)).toBe(5_000)
  expect(durationOf('Settings saved', true)).toBe(10_000)
  expect(durationOf('w'.repeat(150), false)).toBe(12_000)
})
