import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WordsProvider } from '@/components/providers/words-provider'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { LimitBanner } from './limit-banner'

const noop = () => {}

it('a check that is sent in a minute says so once: the seconds change silently', () => {
  const html = renderToStaticMarkup(
    <WordsProvider locale="en" timeZone="UTC" messages={messagesOf('en')}>
      <LimitBanner onRetry={noop} onDrop={noop} />
    </WordsProvider>,
  )
  const textOf = (part: string) => part.replace(/<[^>]+>/g, '')
  expect(html).toContain('role="status"')
  expect(textOf(html)).toContain('Sending automatically in 60 s.')
  expect(textOf(html.replace(/<span aria-hidden="true">.*?<\/span>/g, ''))).toContain(
    'Sending automatically.',
  )
})
