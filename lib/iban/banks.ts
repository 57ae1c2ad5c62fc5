import { structureOf } from './structures'

export type Bank = { code: string; name: string; bic: string | null }

/** Bank code as in the IBAN → name, and BIC when it is known. */
type BankList = Record<string, (string | null)[]>

type LoadList = () => Promise<{ default: BankList }>

/**
 * One file per country, listed explicitly so that a bundler can split them: a browser loads only the countries it
 * needs. Sources and licences: NOTICE.
 */
const LISTS: Record<string, LoadList | undefined> = {
  AD: () => import('./data/banks/AD.json', { with: { type: 'json' } }),
  AT: () => import('./data/banks/AT.json', { with: { type: 'json' } }),
  BE: () => import('./data/banks/BE.json', { with: { type: 'json' } }),
  BG: () => import('./data/banks/BG.json', { with: { type: 'json' } }),
  CH: () => import('./data/banks/CH.json', { with: { type: 'json' } }),
  CY: () => import('./data/banks/CY.json', { with: { type: 'json' } }),
  CZ: () => import('./data/banks/CZ.json', { with: { type: 'json' } }),
  DE: () => import('./data/banks/DE.json', { with: { type: 'json' } }),
  DK: () => import('./data/banks/DK.json', { with: { type: 'json' } }),
  EE: () => import('./data/banks/EE.json', { with: { type: 'json' } }),
  ES: () => import('./data/banks/ES.json', { with: { type: 'json' } }),
  FI: () => import('./data/banks/FI.json', { with: { type: 'json' } }),
  FR: () => import('./data/banks/FR.json', { with: { type: 'json' } }),
  GB: () => import('./data/banks/GB.json', { with: { type: 'json' } }),
  GR: () => import('./data/banks/GR.json', { with: { type: 'json' } }),
  HR: () => import('./data/banks/HR.json', { with: { type: 'json' } }),
  HU: () => import('./data/banks/HU.json', { with: { type: 'json' } }),
  IE: () => import('./data/banks/IE.json', { with: { type: 'json' } }),
  IS: () => import('./data/banks/IS.json', { with: { type: 'json' } }),
  IT: () => import('./data/banks/IT.json', { with: { type: 'json' } }),
  LI: () => import('./data/banks/LI.json', { with: { type: 'json' } }),
  LT: () => import('./data/banks/LT.json', { with: { type: 'json' } }),
  LU: () => import('./data/banks/LU.json', { with: { type: 'json' } }),
  LV: () => import('./data/banks/LV.json', { with: { type: 'json' } }),
  MC: () => import('./data/banks/MC.json', { with: { type: 'json' } }),
  MD: () => import('./data/banks/MD.json', { with: { type: 'json' } }),
  ME: () => import('./data/banks/ME.json', { with: { type: 'json' } }),
  NL: () => import('./data/banks/NL.json', { with: { type: 'json' } }),
  NO: () => import('./data/banks/NO.json', { with: { type: 'json' } }),
  PL: () => import('./data/banks/PL.json', { with: { type: 'json' } }),
  PT: () => import('./data/banks/PT.json', { with: { type: 'json' } }),
  RO: () => import('./data/banks/RO.json', { with: { type: 'json' } }),
  RS: () => import('./data/banks/RS.json', { with: { type: 'json' } }),
  SE: () => import('./data/banks/SE.json', { with: { type: 'json' } }),
  SI: () => import('./data/banks/SI.json', { with: { type: 'json' } }),
  SK: () => import('./data/banks/SK.json', { with: { type: 'json' } }),
}

/** The bank code of an IBAN; undefined when the country is unknown or the IBAN is too short. */
export function bankCode(iban: string): string | undefined {
  const [start, end] = structureOf(iban)?.bank ?? []
  if (start === undefined || end === undefined || iban.length < end + 4) return undefined
  return iban.slice(start + 4, end + 4)
}

/**
 * The beginning of an IBAN up to its bank code, with zeros for all other digits: the same for all IBANs of a bank. It
 * takes the place of an IBAN wherever only the bank matters, and says nothing about the account.
 */
export function bankKey(iban: string): string {
  const [start = 0] = structureOf(iban)?.bank ?? []
  return `${iban.slice(0, 2)}00${'0'.repeat(start)}${bankCode(iban) ?? ''}`
}

/**
 * Looks up the bank of a cleaned IBAN; undefined when the directory does not contain its code.
 *
 * That is normal (the lists are not complete, see data/README.md) and never means that the IBAN is wrong. `bic`
 * is null where only the name is known. Rejects only when a list cannot be loaded.
 */
export async function findBank(iban: string): Promise<Bank | undefined> {
  const code = bankCode(iban)
  const load = LISTS[iban.slice(0, 2)]
  if (code === undefined || load === undefined) return undefined
  const list = (await load()).default
  const [name, bic = null] = (Object.hasOwn(list, code) && list[code]) || []
  return name ? { code, name, bic } : undefined
}
