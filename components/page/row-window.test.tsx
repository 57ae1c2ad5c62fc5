import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WordsProvider } from '@/components/providers/words-provider'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { PrintedRows } from './row-window'

const printed = (first: number, last: number, total: number) =>
  renderToStaticMarkup(
    <WordsProvider locale="en" timeZone="UTC" messages={messagesOf('en')}>
      <PrintedRows {...{ first, last, total }} />
    </WordsProvider>,
  )

it('a page that prints only some rows of a table says which ones, and of how many', () => {
  expect(printed(11, 35, 1_500)).toContain('12 to 36 of 1,500 are printed')
  expect(printed(0, 24, 25)).toBe('')
})
