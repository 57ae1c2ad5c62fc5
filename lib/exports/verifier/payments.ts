import { sha256Of } from './crypto'
import type { Files } from './unzip'

/** The name of a release's manifest in its folder of the pack. It must differ from that of the pack's own manifest. */
export const RELEASE = 'release.json'

/** How many releases of a payment run were verified, and how many of their files. */
export type PaymentsVerdict = { releases: number; files: number }
/** What is wrong with the first release that fails: one of its files, its sums, or its manifest. */
export type PaymentsMismatch = { kind: 'release_file' | 'release_sums' | 'release_damaged'; path: string }

type Sums = Record<string, string>
type Totals = { lines: number; sums: Sums }
type ReleaseFile = {
  run: Totals
  released: Totals
  held: Totals
  leftEarlier: Totals
  difference: Sums
  files: { part: string; fileName: string; bytes: number; sha256: string }[]
  lines: { part: string }[]
}

/**
 * Verifies every release in a pack. Its files must be listed in its manifest, with their hashes, and its released, held
 * and earlier lines must add up to the original file. A pack leaves out files that were not downloaded.
 * @returns null for a pack without releases
 */
export async function comparePayments(files: Files): Promise<PaymentsVerdict | PaymentsMismatch | null> {
  const verdict: PaymentsVerdict = { releases: 0, files: 0 }
  for (const [path, bytes] of files) {
    if (!/^payments\/release-\d+\/release\.json$/.test(path)) continue
    const release = readRelease(bytes)
    if (!release) return { kind: 'release_damaged', path }
    const folder = path.slice(0, -RELEASE.length)
    const packed = [...files].filter(([each]) => each.startsWith(folder) && each !== path)
    for (const [each, found] of packed)
      if (!(await isListed(release, each.slice(folder.length), found)))
        return { kind: 'release_file', path: each }
    if (!addsUp(release)) return { kind: 'release_sums', path }
    verdict.releases += 1
    verdict.files += packed.length
  }
  return verdict.releases === 0 ? null : verdict
}

async function isListed({ files }: ReleaseFile, name: string, found: Uint8Array): Promise<boolean> {
  const hash = await sha256Of(found)
  return files.some(
    ({ fileName, bytes, sha256 }) => fileName === name && found.length === bytes && hash === sha256,
  )
}

function addsUp({ run, released, held, leftEarlier, difference, lines }: ReleaseFile): boolean {
  const parts = [released, held, leftEarlier]
  const currencies = new Set([run, ...parts].flatMap(({ sums }) => Object.keys(sums)))
  const counted = (part: string) => lines.filter((line) => line.part === part).length
  return (
    [...currencies].every((currency) => isSum(parts, run, currency)) &&
    Object.values(difference).every((amount) => /^-?0+(\.0+)?$/.test(amount)) &&
    released.lines + held.lines + leftEarlier.lines === run.lines &&
    counted('released') === released.lines &&
    counted('held') === held.lines
  )
}

/** Whether the parts add up to the whole in this currency. Exact: it uses no floating point. */
function isSum(parts: Totals[], whole: Totals, currency: string): boolean {
  const amounts = [...parts, whole].map(({ sums }) => sums[currency] ?? '0')
  if (amounts.some((amount) => !/^\d+(\.\d+)?$/.test(amount))) return false
  const places = Math.max(...amounts.map((amount) => (amount.split('.')[1] ?? '').length))
  const exact = amounts.map((amount) => {
    const [units = '', fraction = ''] = amount.split('.')
    return BigInt(units + fraction.padEnd(places, '0'))
  })
  const total = exact.pop() ?? 0n
  return exact.reduce((sum, one) => sum + one, 0n) === total
}

const isText = (value: unknown): boolean => typeof value === 'string'
const areSums = (value: object): boolean => typeof value === 'object' && Object.values(value).every(isText)

/** @returns null if the manifest has another form, also if reading one of its parts throws */
function readRelease(bytes: Uint8Array): ReleaseFile | null {
  try {
    const release = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as ReleaseFile
    const totals = [release.run, release.released, release.held, release.leftEarlier]
    const whole =
      totals.every(({ lines, sums }) => Number.isInteger(lines) && areSums(sums)) &&
      areSums(release.difference) &&
      release.files.every(({ fileName, sha256 }) => isText(fileName) && isText(sha256)) &&
      release.lines.every(({ part }) => isText(part))
    return whole ? release : null
  } catch {
    return null
  }
}
