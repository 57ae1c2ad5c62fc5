import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { isolated, titleOf } from './toast'

it('isolates the name in a note, wherever it stands, and leaves the words as they are', () => {
  const shown = (words: string) => renderToStaticMarkup(titleOf(words))
  expect(shown(`Approved ${isolated('דנה כהן')}`)).toBe('Approved <bdi>דנה כהן</bdi>')
  expect(shown(`${isolated('Dana')}, ${isolated('Noa')} stay`)).toBe('<bdi>Dana</bdi>, <bdi>Noa</bdi> stay')
  expect(shown('Settings saved')).toBe('Settings saved')
})
