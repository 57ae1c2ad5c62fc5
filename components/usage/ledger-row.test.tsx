import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WordsProvider } from '@/components/providers/words-provider'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { totalOf } from '@/lib/usage/reconciliation'
import { LedgerRow } from './ledger-row'

it.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('a ledger line of a day names that day in %s', (timeZone) => {
  const line = { kind: 'checks' as const, day: '2026-11-21', ...totalOf([]) }
  const shown = renderToStaticMarkup(
    <WordsProvider locale="en" timeZone={timeZone} messages={messagesOf('en')}>
      <table>
        <tbody>
          <LedgerRow line={line} columns={[]} />
        </tbody>
      </table>
    </WordsProvider>,
  )
  expect(shown).toContain('>21 Nov 2026<')
})
