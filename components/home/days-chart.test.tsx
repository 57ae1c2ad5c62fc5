import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WordsProvider } from '@/components/providers/words-provider'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { OUTCOMES, type Outcome } from '@/lib/verifications/outcome'
import { DaysChart } from './days-chart'

const day = (match: number) => {
  const none = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  return { day: '2026-11-21', counts: { ...none, match } }
}
const shown = (...days: ReturnType<typeof day>[]) =>
  renderToStaticMarkup(
    <WordsProvider locale="en" timeZone="UTC" messages={messagesOf('en')}>
      <DaysChart days={days} />
    </WordsProvider>,
  )

it('days without a check are said in words, not drawn as an empty chart', () => {
  expect(shown(day(0), day(0))).toContain('No checks in the last 2 days.')
  expect(shown(day(0), day(0))).not.toContain('<table')
  expect(shown(day(0), day(1))).toContain('<table')
})
