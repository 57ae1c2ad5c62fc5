import { expect, it } from 'vitest'
import { PRESET_COUNTRIES, PRESETS, UNKNOWN_SETTINGS } from './presets'
import { profileInput, profileSettings } from './schema'

it.each(PRESET_COUNTRIES)('starts a profile in %s that can be saved as it is', (country) => {
  expect(profileSettings.parse(PRESETS[country])).toEqual(PRESETS[country])
})

it('fixes no release window and no cap of its own for any country', () => {
  for (const country of PRESET_COUNTRIES)
    expect(PRESETS[country]).toMatchObject({ releaseDays: null, nameCap: UNKNOWN_SETTINGS.nameCap })
})

it('reads a BIC of 8 or 11 characters in any case, and an empty text as unknown', () => {
  const settings = { ...UNKNOWN_SETTINGS, channelWithVop: '  ' }
  const input = { bic: ' bnpafrppxxx ', name: 'BNP Paribas', settings }
  expect(profileInput.parse(input)).toEqual({ ...input, bic: 'BNPAFRPP', settings: UNKNOWN_SETTINGS })
  expect(profileInput.safeParse({ ...input, bic: 'BNPAFRP' }).success).toBe(false)
})
