import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import { ADVICE_TOPICS } from './choices'
import { PRESET_COUNTRIES, type PresetCountry, presetOf, UNKNOWN_SETTINGS } from './presets'
import { profileInput, profileSettings } from './schema'

const ASKS_THE_BANK: Record<Locale, RegExp> = {
  en: /ask your bank/i,
  fr: /demandez à (?:la|votre) banque/i,
}

const settingsIn = (country: PresetCountry, locale: Locale) =>
  presetOf(country, translator(locale, 'law.advice'))

describe.each(LOCALES)('a preset in %s', (locale) => {
  it.each(PRESET_COUNTRIES)('of %s can be saved as it is', (country) => {
    const settings = settingsIn(country, locale)
    expect(profileSettings.parse(settings)).toEqual(settings)
  })

  it.each(PRESET_COUNTRIES)('of %s tells people to ask the bank if a channel is unknown', (country) => {
    const { channelWithVop, advice } = settingsIn(country, locale)
    expect(channelWithVop !== null || ASKS_THE_BANK[locale].test(advice.release ?? '')).toBe(true)
    expect(advice.oneLine).toMatch(ASKS_THE_BANK[locale])
  })
})

it('a preset has advice in the language of the person', () => {
  for (const country of PRESET_COUNTRIES)
    for (const topic of ADVICE_TOPICS) {
      const [en, fr] = [settingsIn(country, 'en'), settingsIn(country, 'fr')].map(
        ({ advice }) => advice[topic],
      )
      expect(en === null ? fr : en !== fr).toBe(en === null ? null : true)
    }
})

it('no preset guesses a release window or a limit for names', () => {
  for (const country of PRESET_COUNTRIES)
    expect(settingsIn(country, 'en')).toMatchObject({
      releaseDays: null,
      nameCap: UNKNOWN_SETTINGS.nameCap,
    })
})

it('a profile accepts a BIC of 8 or 11 characters in any case, and keeps an empty text as unknown', () => {
  const settings = { ...UNKNOWN_SETTINGS, channelWithVop: '  ' }
  const input = { bic: ' bnpafrppxxx ', name: 'BNP Paribas', settings }
  expect(profileInput.parse(input)).toEqual({ ...input, bic: 'BNPAFRPP', settings: UNKNOWN_SETTINGS })
  expect(profileInput.safeParse({ ...input, bic: 'BNPAFRP' }).success).toBe(false)
})
