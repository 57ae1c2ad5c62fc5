import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { hashOf } from '@/lib/exports/testing/tamper'
import { comparePayments } from '@/lib/exports/verifier/payments'

const [RELEASED, HELD] = [strToU8('<Document>released</Document>'), strToU8('<Document>held</Document>')]
const FOLDER = 'payments/release-1/'
const fileOf = (part: string, fileName: string, bytes: Uint8Array) => ({
  ...{ part, fileName, bytes: bytes.length, sha256: hashOf(bytes) },
})

/** The manifest of a release of two lines. A third line is held, and a fourth was released earlier. */
const manifest = () => ({
  run: { lines: 4, sums: { EUR: '100.30', CHF: '7' } },
  released: { lines: 2, sums: { EUR: '60.6' } },
  held: { lines: 1, sums: { CHF: '7.00' } },
  leftEarlier: { lines: 1, sums: { EUR: '39.700' } },
  difference: { CHF: '0.00', EUR: '0.000' },
  files: [
    fileOf('released', 'suppliers-release-1.xml', RELEASED),
    fileOf('held', 'suppliers-held-1.xml', HELD),
  ],
  lines: ['released', 'held', 'released', 'earlier'].map((part, n) => ({ number: n + 1, part })),
})
type Manifest = ReturnType<typeof manifest>

const filesOf = (release: Manifest) => ({
  [`${FOLDER}release.json`]: strToU8(JSON.stringify(release)),
  [`${FOLDER}suppliers-release-1.xml`]: RELEASED,
  [`${FOLDER}suppliers-held-1.xml`]: HELD,
})
function packWith(change: (release: Manifest) => void = () => undefined, more: object = {}) {
  const release = manifest()
  change(release)
  const files = { ...filesOf(release), ...more }
  return comparePayments(new Map(Object.entries(files).filter(([, bytes]) => bytes !== undefined)))
}

describe('the releases of a pack', () => {
  it('are accepted if the files have their hashes and the sums add up exactly', async () => {
    expect(await packWith()).toEqual({ releases: 1, files: 2 })
  })

  it('are accepted without a file that nobody has downloaded, and rejected with one that they don’t list', async () => {
    expect(await packWith(undefined, { [`${FOLDER}suppliers-held-1.xml`]: undefined })).toEqual({
      ...{ releases: 1, files: 1 },
    })
    const path = `${FOLDER}suppliers-held-2.xml`
    expect(await packWith(undefined, { [path]: HELD })).toEqual({ kind: 'release_file', path })
  })

  it('are compared with the files of their own folder only', async () => {
    const again = Object.entries(filesOf(manifest())).map(([path, bytes]) => [
      path.replace('1/', '2/'),
      bytes,
    ])
    const more = { ...Object.fromEntries(again), 'record.json': strToU8('{}') }
    expect(await packWith(undefined, more)).toEqual({ releases: 2, files: 4 })
  })

  it('have no verdict if there are none', async () => {
    expect(await comparePayments(new Map([['record.json', strToU8('{}')]]))).toBeNull()
  })

  it.each([
    ['changed', strToU8('<Document>relEased</Document>')],
    ['cut off', RELEASED.subarray(0, -1)],
  ])('are rejected if a file is %s', async (_, bytes) => {
    const path = `${FOLDER}suppliers-release-1.xml`
    expect(await packWith(undefined, { [path]: bytes })).toEqual({ kind: 'release_file', path })
  })

  it.each<[string, (release: Manifest) => void]>([
    ['a cent is missing', ({ released }) => Object.assign(released.sums, { EUR: '60.59' })],
    ['a currency is missing', ({ held }) => Object.assign(held, { sums: {} })],
    ['a line is missing', ({ held }) => Object.assign(held, { lines: 0 })],
    [
      'a line is listed in the other file',
      ({ lines }) => Object.assign(lines[1] ?? {}, { part: 'released' }),
    ],
    ['a part has a currency of its own', ({ released }) => Object.assign(released.sums, { USD: '1' })],
    ['a held line is listed elsewhere', ({ lines }) => Object.assign(lines[1] ?? {}, { part: 'earlier' })],
    ['the stated difference is not zero', ({ difference }) => Object.assign(difference, { EUR: '0.01' })],
    ['the stated difference ends with a zero', ({ difference }) => Object.assign(difference, { EUR: '10' })],
    ['an amount is not a decimal', ({ run }) => Object.assign(run.sums, { EUR: '1e2' })],
  ])('are rejected if %s', async (_, change) => {
    expect(await packWith(change)).toEqual({ kind: 'release_sums', path: `${FOLDER}release.json` })
  })

  it.each<[string, (release: Manifest) => void]>([
    ['states no difference', (release) => Object.assign(release, { difference: null })],
    ['states its difference as a number', ({ difference }) => Object.assign(difference, { EUR: 0 })],
    ['has a sum that is a number', ({ held }) => Object.assign(held.sums, { CHF: 7 })],
    ['has no sums', ({ held }) => Object.assign(held, { sums: null })],
    ['lists no lines', (release) => Object.assign(release, { lines: null })],
    ['lists an empty line', ({ lines }) => Object.assign(lines, [null])],
  ])('are rejected if the manifest %s', async (_, change) => {
    expect(await packWith(change)).toEqual({ kind: 'release_damaged', path: `${FOLDER}release.json` })
  })

  it.each(['not json', '{}', 'null', '{"files": [{}]}'])(
    'are rejected if the manifest is %j',
    async (text) => {
      const path = `${FOLDER}release.json`
      expect(await packWith(undefined, { [path]: strToU8(text) })).toEqual({ kind: 'release_damaged', path })
    },
  )
  it.each(Object.keys(manifest()))('are rejected if the manifest lacks %s', async (key) => {
    const path = `${FOLDER}release.json`
    expect(await packWith((release) => Reflect.deleteProperty(release, key))).toEqual({
      ...{ kind: 'release_damaged', path },
    })
  })
})
