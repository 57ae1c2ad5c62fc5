import { mod97 } from '@/lib/iban/checksum'

const withCheckDigits = (country: string, bban: string): string => {
  const text = `${bban}${country}00`
  return `${country}${String(98 - mod97(text, 0, text.length)).padStart(2, '0')}${bban}`
}

const digits = (seed: number, length: number): string => {
  let text = ''
  for (
    let value = seed * 2_654_435_761 + 12_345;
    text.length < length;
    value = (value * 48_271 + 11) % 2_147_483_647
  )
    text += String(value % 10)
  return text
}

/** A French account number ends in a key: 97 − (89·bank + 15·branch + 3·account) mod 97. */
function frenchBban(bank: string, seed: number): string {
  const branch = digits(seed, 5)
  const account = digits(seed + 1, 11)
  const key = 97 - ((89 * Number(bank) + 15 * Number(branch) + 3 * Number(account)) % 97)
  return `${bank}${branch}${account}${String(key).padStart(2, '0')}`
}

function belgianBban(bank: string, seed: number): string {
  const account = bank + digits(seed, 7)
  return account + String(Number(account) % 97 || 97).padStart(2, '0')
}

const BBANS = {
  FR: (seed: number) => frenchBban(['30004', '20041', '30003', '10278'][seed % 4] ?? '30004', seed),
  DE: (seed: number) => `${['37040044', '10010010', '50010517'][seed % 3]}${digits(seed, 10)}`,
  NL: (seed: number) => `${['INGB', 'RABO', 'ABNA'][seed % 3]}0${digits(seed, 9)}`,
  BE: (seed: number) => belgianBban(['001', '363', '068'][seed % 3] ?? '001', seed),
  LU: (seed: number) => `001${digits(seed, 13)}`,
  AT: (seed: number) => `${['12000', '20111'][seed % 2]}${digits(seed, 11)}`,
  GR: (seed: number) => `${['011', '014', '017'][seed % 3]}${digits(seed, 20)}`,
  BG: (seed: number) => `${['BNBG', 'UNCR', 'STSA'][seed % 3]}${digits(seed, 14)}`,
  IE: (seed: number) => `${['AIBK', 'BOFI'][seed % 2]}${digits(seed, 14)}`,
}

export type DemoCountry = keyof typeof BBANS

/** A well-formed IBAN of an account that nobody holds, always the same for one seed. */
export const demoIban = (country: DemoCountry, seed: number): string =>
  withCheckDigits(country, BBANS[country](seed))
