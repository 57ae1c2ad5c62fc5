import { describe, expect, it } from 'vitest'
import { historyInput, idRange, readSearch } from '@/lib/history/search'
import { likeLiteral } from '@/lib/platform/search/like'

describe('a search text', () => {
  it('is read as an IBAN with any spacing', () => {
    expect(readSearch('fr76 1199 9002')?.iban).toBe('FR7611999002')
  })

  it('is read as the last characters of an IBAN from four on', () => {
    expect(readSearch('6053')?.iban).toBe('6053')
    expect(readSearch('605')?.iban).toBeNull()
  })

  it('is not read as an IBAN without a digit', () => {
    expect(readSearch('Dupond')?.iban).toBeNull()
  })

  it('is folded for names', () => {
    expect(readSearch('  ÉLODIE '.trim())?.name).toBe('elodie')
  })

  it("means nothing when it's empty", () => {
    expect(readSearch('')).toBeNull()
  })

  it('escapes the wildcards of LIKE', () => {
    expect(likeLiteral('100%_\\')).toBe('100\\%\\_\\\\')
  })
})

describe('the prefix of an ID', () => {
  it('is a range for an index scan, with any number of hyphens', () => {
    const range = {
      from: 'abcd1234-5000-0000-0000-000000000000',
      to: 'abcd1234-5fff-ffff-ffff-ffffffffffff',
    }
    expect(idRange('abcd1234-5')).toEqual(range)
    expect(idRange('abcd')?.to).toBe('abcdffff-ffff-ffff-ffff-ffffffffffff')
    expect(idRange('ab-cd')).toBeNull()
    expect(idRange(`${range.from}0`)).toBeNull()
  })
})

describe('the search body', () => {
  it('rejects invalid countries, banks, people and days', () => {
    for (const filters of [
      { country: ['de'] },
      { bank: ['%'] },
      { person: ['me'] },
      { from: '2026-02-30' },
      { to: '0000-01-01' },
    ])
      expect(historyInput.safeParse({ filters }).success).toBe(false)
  })

  it('rejects a period that ends before it begins, and names the field', () => {
    const days = (from: string, to: string) => historyInput.safeParse({ filters: { from, to } })
    expect(days('2026-11-21', '2026-11-21').success).toBe(true)
    expect(days('2026-11-21', '2026-11-20').error?.issues).toMatchObject([
      { path: ['filters', 'to'], params: { code: 'date' } },
    ])
  })

  it('rejects a forged cursor', () => {
    const result = historyInput.safeParse({ after: 'nonsense' })
    expect(result.success).toBe(false)
  })
  it('rejects more than 140 characters and unknown filters', () => {
    expect(historyInput.safeParse({ text: 'x'.repeat(141) }).success).toBe(false)
    expect(historyInput.safeParse({ filters: { password: 'x' } }).success).toBe(false)
  })
})
