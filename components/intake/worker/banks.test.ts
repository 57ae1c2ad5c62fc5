import { describe, expect, it } from 'vitest'
import { bytes, checkFile, DE, FR, lines, NL } from '@/lib/tables/testing/lists'
import { banksOf } from './banks'

const SAME_BANK = 'DE62370400440532013001'
const rows = rowsOf(`Ada;${NL}`, `Bea;${DE}`, `Cleo;${SAME_BANK}`, `Dora;${DE}`, `Eve;${FR}`, 'Finn;DE00')

describe('the banks of a file', () => {
  it('are countries and bank codes with the rows of each, those with the most rows first, and no account', () => {
    const { banks, cut } = banksOf(rows, new Set())
    expect(banks.map(({ bank, rows }) => [bank, rows])).toEqual([
      ['DE0037040044', 3],
      [`NL00${NL.slice(4, 8)}`, 1],
      [`FR00${FR.slice(4, 9)}`, 1],
    ])
    expect(cut).toBe(false)
  })

  it('leave out skipped rows and rows with a problem', () => {
    expect(banksOf(rows, new Set([1, 2, 5])).banks.map(({ rows }) => rows)).toEqual([2])
  })
})

function rowsOf(...rows: string[]) {
  return checkFile(bytes(lines('Name;IBAN', ...rows)))
}
