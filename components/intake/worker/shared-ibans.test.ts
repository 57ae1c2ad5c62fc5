import { describe, expect, it } from 'vitest'
import { bytes, checkFile, DE, FR, lines, NL } from '@/lib/tables/testing/lists'
import { countIbansWithNames, countSharedIbans } from './shared-ibans'

const NOTHING = new Set<number>()

describe('IBANs with many names', () => {
  const names = ['Élodie', 'ELODIE', 'Bea', 'Cleo', 'Dora']
  const rows = rowsOf(...names.map((name) => `${name};${DE}`), `Ada;${NL}`, `Bea;${NL}`, `Ada;${FR}`)

  it('are counted by names that differ in more than case and accents', () => {
    expect(countSharedIbans(rows, NOTHING)).toEqual({ 4: 1, 2: 1 })
  })

  it('do not count skipped rows', () => {
    expect(countSharedIbans(rows, new Set([3, 4, 7]))).toEqual({ 2: 1 })
  })

  it('are reported from the limit on, and not without a limit', () => {
    const crowd = { 2: 10, 3: 4, 7: 1 }
    expect([
      countIbansWithNames(crowd, 3),
      countIbansWithNames(crowd, 8),
      countIbansWithNames(crowd, null),
    ]).toEqual([5, 0, 0])
  })
})

function rowsOf(...rows: string[]) {
  return checkFile(bytes(lines('Name;IBAN', ...rows)))
}
