import { describe, expect, it } from 'vitest'
import { timeParts } from './time'

const now = new Date('2026-11-21T15:00:00Z')
const at = (iso: string, form: 'list' | 'exact' | 'clock' = 'list', locale = 'en', timeZone = 'UTC') =>
  timeParts(new Date(iso), { form, locale, timeZone, now })

describe('a moment on screen', () => {
  it('is as short as its age allows', () => {
    expect(at('2026-11-21T14:02:31Z').text).toBe('14:02')
    expect(at('2026-03-12T14:02:31Z').text).toBe('12 Mar, 14:02')
    expect(at('2025-03-12T14:02:31Z').text).toBe('12 Mar 2025')
    expect(at('2026-11-21T14:02:31Z', 'clock').text).toBe('14:02:31')
    expect(at('2026-11-20T23:50:31Z', 'clock').text).toBe('20 Nov, 23:50:31')
    expect(at('2025-03-12T14:02:31Z', 'clock').text).toBe('12 Mar 2025, 14:02:31')
    expect(at('2026-11-21T14:02:31Z', 'exact').text).toBe('21 Nov, 14:02:31')
    expect(at('2025-03-12T14:02:31Z', 'exact').text).toBe('12 Mar 2025, 14:02:31')
  })

  it('has date, seconds and offset in the tooltip', () => {
    expect(at('2025-03-12T13:02:31Z', 'list', 'en', 'Europe/Paris').title).toBe(
      '12 March 2025, 14:02:31 (UTC+1)',
    )
    expect(at('2025-03-12T13:02:31Z', 'list', 'fr').title).toBe('12 mars 2025, 13:02:31 (UTC)')
  })

  it('uses the day of the time zone, not of UTC', () => {
    expect(at('2026-11-20T23:30:00Z', 'list', 'en', 'Europe/Paris').text).toBe('00:30')
  })
})
