import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WordsProvider } from '@/components/providers/words-provider'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { EffectBox } from './effect-box'

const DUE = { checks: 2, originals: 1, requests: 0, credits: 0, entries: 0 }
const DAY = '2026-11-01T00:00:00.000Z'
const EFFECT = {
  ...{ day: '2026-11-28', tonight: DUE, later: DUE, held: DUE },
  ...{ checksBefore: DAY, recordsBefore: DAY },
}

const shown = (waits: boolean) =>
  renderToStaticMarkup(
    <WordsProvider locale="en" timeZone="Europe/Paris" messages={messagesOf('en')}>
      <EffectBox effect={EFFECT} hour={2} waits={waits} failed={false} />
    </WordsProvider>,
  )

it('promises no deletion for tonight while the legal holds are not confirmed after a restore', () => {
  expect(shown(false)).toContain('Tonight at 02:00 this deletes 2 checks')
  expect(shown(true)).toContain('Nothing is deleted until an admin confirms the legal holds')
  expect(shown(true)).not.toMatch(/tonight/i)
})
