import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WordsProvider } from '@/components/providers/words-provider'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { MorePages } from './more-pages'

/** What is below a list of which so many pages were loaded. */
const below = (pages: number, hasNextPage: boolean) => {
  const query = { data: { pages: Array(pages) }, hasNextPage, isFetchingNextPage: false, fetchNextPage() {} }
  return renderToStaticMarkup(
    <WordsProvider locale="en" timeZone="UTC" messages={messagesOf('en')}>
      <MorePages query={query}>–</MorePages>
    </WordsProvider>,
  )
}

it('after the last page, a keyboard goes on below the list, where a screen reader says that it ends', () => {
  expect(below(1, false)).toBe('')
  expect(below(1, true)).toMatch(/^<div tabindex="-1"[^>]*><button/)
  expect(below(2, false)).toMatch(/^<div tabindex="-1"[^>]*><span[^>]*>End of the list</)
})
