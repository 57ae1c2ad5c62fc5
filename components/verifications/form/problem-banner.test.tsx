import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Problem } from '@/components/live/request'
import { WordsProvider } from '@/components/providers/words-provider'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { ProblemBanner } from './problem-banner'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }))

const noop = () => {}

it('a check that is sent in a minute says so once: the seconds change silently', () => {
  const problem = new Problem(429, { code: 'local_rate_limited' })
  const html = renderToStaticMarkup(
    <WordsProvider locale="en" timeZone="UTC" messages={messagesOf('en')}>
      <ProblemBanner problem={problem} admin={false} onRetry={noop} onDrop={noop} />
    </WordsProvider>,
  )
  const textOf = (part: string) => part.replace(/<[^>]+>/g, '')
  expect(html).toContain('role="status"')
  expect(textOf(html)).toContain('Sending automatically in 60 s.')
  expect(textOf(html.replace(/<span aria-hidden="true">.*?<\/span>/g, ''))).toContain(
    'Sending automatically.',
  )
})
