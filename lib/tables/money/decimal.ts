/** Exact decimals by currency: `{ EUR: "1234.50" }`. */
export type CurrencySums = Record<string, string>

/** More digits than any amount or sum has. */
const MAX_LENGTH = 60

/**
 * An exact decimal from text in the form of XML and SQL (`+010.50` → `10.50`), with its digits after the point as they
 * are; null for other text and for negative numbers.
 */
export function decimalOf(text: string): string | null {
  const [, whole = '', fraction = ''] = /^\+?(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole + fraction === '' || text.length > MAX_LENGTH) return null
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? digits : `${digits}.${fraction}`
}

/** How many digits a decimal has after its point. */
export function fractionDigits(decimal: string): number {
  const point = decimal.indexOf('.')
  return point < 0 ? 0 : decimal.length - point - 1
}

const scaled = (decimal: string, places: number): bigint =>
  BigInt(decimal.replace('.', '') + '0'.repeat(places - fractionDigits(decimal)))

function written(value: bigint, places: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0')
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The exact sum, with as many digits after the point as the longest of them, at least `places`. */
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

/** The exact difference; negative when `less` is more. */
export function differenceOfDecimals(decimal: string, less: string): string {
  const places = Math.max(fractionDigits(decimal), fractionDigits(less))
  return written(scaled(decimal, places) - scaled(less, places), places)
}

/** Are they the same number? `1.50` equals `1.5`. */
export const sameDecimal = (one: string, other: string): boolean =>
  /^-?0*\.?0*$/.test(differenceOfDecimals(one, other))

/** Sums by currency; payments without a readable amount or currency count in none. */
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

/** Sums by currency together. */
export function addSums(...all: CurrencySums[]): CurrencySums {
  return sumsOf(
    all.flatMap((sums) => Object.entries(sums).map(([currency, amount]) => ({ currency, amount }))),
  )
}

/** `sums` without `less`, by currency; `0.00` where they are equal. */
export function subtractSums(sums: CurrencySums, less: CurrencySums): CurrencySums {
  const currencies = new Set([...Object.keys(sums), ...Object.keys(less)])
  return Object.fromEntries(
    [...currencies]
      .sort()
      .map((currency) => [currency, differenceOfDecimals(sums[currency] ?? '0', less[currency] ?? '0')]),
  )
}
