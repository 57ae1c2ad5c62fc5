import { DEFAULT_NAME_CAP, type ProfileSettings } from './schema'

/** The countries with a preset, to start a profile from. */
export const PRESET_COUNTRIES = ['DE', 'AT', 'FR', 'ES', 'NL', 'IT', 'BE'] as const
export type PresetCountry = (typeof PRESET_COUNTRIES)[number]

/** A profile of which nothing is known. */
export const UNKNOWN_SETTINGS: ProfileSettings = {
  channelWithVop: null,
  channelWithoutVop: null,
  byDefault: 'unknown',
  releaseDays: null,
  batches: 'unknown',
  nameCap: DEFAULT_NAME_CAP,
  reportKind: 'unknown',
  advice: { oneLine: null, release: null, held: null, report: null },
}

const ASK_ABOUT_ONE = 'Ask the bank how it takes files with one payment: some banks check or refuse them.'

/** What is usual in a country. Banks differ: only what holds for most of them is filled in. */
export const PRESETS: Record<PresetCountry, ProfileSettings> = {
  DE: {
    ...UNKNOWN_SETTINGS,
    channelWithVop: 'EBICS CTV (BTF: SCT, option VOI)',
    channelWithoutVop: 'EBICS CCT',
    byDefault: 'opt_out',
    reportKind: 'pain002',
    advice: {
      oneLine:
        'Banks handle files with one payment differently when they arrive as CCT. Ask the bank, or send as CTV.',
      release: 'An order sent as CTV waits at the bank until it is signed again after the report.',
      held: null,
      report: 'With EBICS, fetch the report with the order type VPZ. It may be a ZIP of several files.',
    },
  },
  AT: {
    ...UNKNOWN_SETTINGS,
    channelWithVop: 'EBICS 3.0, SCT with option VOI',
    channelWithoutVop: 'EBICS 3.0, SCT with option VOO',
    byDefault: 'opt_out',
    reportKind: 'pain002',
    advice: {
      oneLine: ASK_ABOUT_ONE,
      release: 'Without VOI or VOO the bank takes the order as opt-out.',
      held: null,
      report: null,
    },
  },
  FR: {
    ...UNKNOWN_SETTINGS,
    reportKind: 'pain002',
    advice: { ...UNKNOWN_SETTINGS.advice, oneLine: ASK_ABOUT_ONE },
  },
  ES: { ...UNKNOWN_SETTINGS, advice: { ...UNKNOWN_SETTINGS.advice, oneLine: ASK_ABOUT_ONE } },
  NL: { ...UNKNOWN_SETTINGS, advice: { ...UNKNOWN_SETTINGS.advice, oneLine: ASK_ABOUT_ONE } },
  IT: { ...UNKNOWN_SETTINGS, advice: { ...UNKNOWN_SETTINGS.advice, oneLine: ASK_ABOUT_ONE } },
  BE: { ...UNKNOWN_SETTINGS, advice: { ...UNKNOWN_SETTINGS.advice, oneLine: ASK_ABOUT_ONE } },
}
