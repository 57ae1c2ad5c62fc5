import { expect, it } from 'vitest'
import { callText } from '@/lib/exports/call-text'
import { translator } from '@/lib/platform/language/translator.server'
import { CALL_BACK } from '@/lib/reviews/testing/fixtures'

it('exports say who was called on which number, and nothing about them once retention has deleted both', () => {
  const said = (person: string, number: string) =>
    callText(translator('en', 'exports'), { ...CALL_BACK, person, number }, '2026-01-05 10:00')
  expect(said('Claire Martin', '+33 1 23 45 67 89')).toBe(
    'Claire Martin on +33 1 23 45 67 89 (our own records), 2026-01-05 10:00: confirmed',
  )
  expect(said('', '')).toBe('Payee called (our own records), 2026-01-05 10:00: confirmed')
})
