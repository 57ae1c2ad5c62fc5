import type { MessageKey } from '@/lib/platform/language/keys'
import { MAX_PAYEE } from '@/lib/tables/payments/name-cap'
import type { ProfileSettings } from './schema'

/** The countries with a preset. */
export const PRESET_COUNTRIES = ['DE', 'AT', 'FR', 'ES', 'NL', 'IT', 'BE'] as const
export type PresetCountry = (typeof PRESET_COUNTRIES)[number]

/** The settings of a bank about which nothing is known. */
export const UNKNOWN_SETTINGS: ProfileSettings = {
  channelWithVop: null,
  channelWithoutVop: null,
  byDefault: 'unknown',
  releaseDays: null,
  batches: 'unknown',
  nameCap: MAX_PAYEE,
  reportKind: 'unknown',
  advice: { oneLine: null, release: null, held: null, report: null },
}

/** The keys of the advice texts. Pages show them with the date of their wording. */
export type AdviceText = MessageKey<'law.advice'>

type Preset = {
  known: Partial<Omit<ProfileSettings, 'advice'>>
  advice: Partial<Record<keyof ProfileSettings['advice'], AdviceText>>
}

/**
 * What is publicly known about most banks of a country. Everything else stays unknown, and the advice says whom to ask.
 */
const PRESETS: Record<PresetCountry, Preset> = {
  DE: {
    known: {
      channelWithVop: 'EBICS CTV (BTF: SCT, option VOI)',
      channelWithoutVop: 'EBICS CCT',
      byDefault: 'opt_out',
      reportKind: 'pain002',
    },
    advice: { oneLine: 'oneLineDE', release: 'signAgainDE', report: 'reportDE' },
  },
  AT: {
    known: {
      channelWithVop: 'EBICS 3.0, SCT with option VOI',
      channelWithoutVop: 'EBICS 3.0, SCT with option VOO',
      byDefault: 'opt_out',
      reportKind: 'pain002',
    },
    advice: { oneLine: 'askOneLine', release: 'optionsAT' },
  },
  FR: { known: {}, advice: { oneLine: 'askOneLine', release: 'waysFR' } },
  ES: { known: {}, advice: { oneLine: 'askOneLine', release: 'askChannels' } },
  NL: { known: {}, advice: { oneLine: 'askOneLine', release: 'portalNL' } },
  IT: { known: {}, advice: { oneLine: 'askOneLine', release: 'askChannels' } },
  BE: { known: {}, advice: { oneLine: 'askOneLine', release: 'portalBE' } },
}

/** The settings with which a new profile starts. @param textOf returns a text in the language of the person */
export function presetOf(country: PresetCountry, textOf: (text: AdviceText) => string): ProfileSettings {
  const { known, advice } = PRESETS[country]
  const texts = Object.entries(advice).map(([topic, text]) => [topic, textOf(text)])
  return {
    ...UNKNOWN_SETTINGS,
    ...known,
    advice: { ...UNKNOWN_SETTINGS.advice, ...Object.fromEntries(texts) },
  }
}
