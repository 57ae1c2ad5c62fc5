/** Exact decimals by currency: `{ EUR: "1234.50" }`. */
export type CurrencySums = Record<string, string>

/** More characters than any amount or sum needs. Longer text is refused, so that it can't slow sums down. */
const MAX_LENGTH = 60

/**
 * Reads an exact decimal as XML and SQL write it. The sign and leading zeros are dropped, and the fractional digits are
 * kept: `+010.50` becomes `10.50`. Null for other text and for negative numbers.
 */
export function decimalOf(text: string): string | null {
  const [, whole = '', fraction = ''] = /^\+?(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole + fraction === '' || text.length > MAX_LENGTH) return null
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? digits : `${digits}.${fraction}`
}

/** The shortest form of an amount, the same for equal amounts such as `0100.50` and `100.5`. */
export const plainAmount = (amount: string): string =>
  amount
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

/** The number of fractional digits of a decimal. */
export function fractionDigits(decimal: string): number {
  const point = decimal.indexOf('.')
  return point < 0 ? 0 : decimal.length - point - 1
}

/** The fractional digits of currencies (ISO 4217) that don't have two. */
const DIGITS = new Map([
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW'].map((code) => [code, 0] as const),
  ...['PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map((code) => [code, 0] as const),
])

/** Whether a bank can pay this amount: positive, in a currency, and with no more fractional digits than it has. */
export const isPayable = (decimal: string, currency: string): boolean =>
  /^[A-Z]{3}$/.test(currency) &&
  /[1-9]/.test(decimal) &&
  fractionDigits(plainAmount(decimal)) <= (DIGITS.get(currency) ?? 2)

/** An amount with its currency; both are null unless a bank can pay them. */
export const payable = (
  amount: string | null,
  currency: string | null,
): { amount: string | null; currency: string | null } =>
  amount !== null && isPayable(amount, currency ?? '')
    ? { amount, currency }
    : { amount: null, currency: null }

const scaled = (decimal: string, places: number): bigint =>
  BigInt(decimal.replace('.', '') + '0'.repeat(places - fractionDigits(decimal)))

function written(value: bigint, places: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0')
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The exact sum, with as many fractional digits as the most exact of the decimals has, and at least `places`. */
export function sumOf(decimals: Iterable<string>, places = 0): string {
  let [total, most] = [0n, places]
  for (const decimal of decimals) {
    const digits = fractionDigits(decimal)
    if (digits > most) {
      total *= 10n ** BigInt(digits - most)
      most = digits
    }
    total += scaled(decimal, most)
  }
  return written(total, most)
}

/** The exact difference `decimal` − `less`, which may be negative. */
export function differenceOfDecimals(decimal: string, less: string): string {
  const places = Math.max(fractionDigits(decimal), fractionDigits(less))
  return written(scaled(decimal, places) - scaled(less, places), places)
}

/** Whether two decimals are the same number: `1.50` equals `1.5`. */
export const sameDecimal = (one: string, other: string): boolean =>
  /^-?0*\.?0*$/.test(differenceOfDecimals(one, other))

/** Whether sums are equal in every currency. A missing currency is zero. */
export const sameSums = (one: CurrencySums, other: CurrencySums): boolean =>
  Object.values(subtractSums(one, other)).every((difference) => sameDecimal(difference, '0'))

/** Exact sums by currency. Payments without a readable amount or currency count in none. */
export function sumsOf(lines: Iterable<{ amount: string | null; currency: string | null }>): CurrencySums {
  const amounts = new Map<string, string[]>()
  for (const { amount, currency } of lines) {
    if (amount === null || currency === null) continue
    const of = amounts.get(currency)
    if (of) of.push(amount)
    else amounts.set(currency, [amount])
  }
  return Object.fromEntries([...amounts].sort().map(([currency, of]) => [currency, sumOf(of)]))
}

/** Adds sums, currency by currency. */
export function addSums(...all: CurrencySums[]): CurrencySums {
  return sumsOf(
    all.flatMap((sums) => Object.entries(sums).map(([currency, amount]) => ({ currency, amount }))),
  )
}

/** Subtracts `less` from `sums`, currency by currency. A currency with equal sums stays, with a sum of zero. */
export function subtractSums(sums: CurrencySums, less: CurrencySums): CurrencySums {
  const currencies = new Set([...Object.keys(sums), ...Object.keys(less)])
  return Object.fromEntries(
    [...currencies]
      .sort()
      .map((currency) => [currency, differenceOfDecimals(sums[currency] ?? '0', less[currency] ?? '0')]),
  )
}
