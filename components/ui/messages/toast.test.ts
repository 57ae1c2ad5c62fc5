import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { bidiIsolate, titleOf } from './toast'

it('isolates the name in a note, wherever it stands, and leaves the words as they are', () => {
  const shown = (words: string) => renderToStaticMarkup(titleOf(words))
  expect(shown(`Approved ${bidiIsolate('דנה כהן')}`)).toBe('Approved <bdi>דנה כהן</bdi>')
  expect(shown(`${bidiIsolate('Dana')}, ${bidiIsolate('Noa')} stay`)).toBe(
    '<bdi>Dana</bdi>, <bdi>Noa</bdi> stay',
  )
  expect(shown('Settings saved')).toBe('Settings saved')
})
