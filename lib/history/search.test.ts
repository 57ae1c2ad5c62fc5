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

  it('means nothing when it is empty', () => {
    expect(readSearch('')).toBeNull()
  })

  it('keeps the signs of LIKE literal', () => {
    expect(likeLiteral('100%_\\')).toBe('100\\%\\_\\\\')
  })
})

describe('the beginning of an id', () => {
  it('is a range that an index can walk, however many hyphens were typed', () => {
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
  it('refuses what is no country, no bank, no person and no day', () => {
    for (const filters of [
      { country: ['de'] },
      { bank: ['%'] },
      { person: ['me'] },
      { from: '2026-02-30' },
      { to: '0000-01-01' },
    ])
      expect(historyInput.safeParse({ filters }).success).toBe(false)
  })

  it('refuses a period that ends before it begins, and says where', () => {
    const days = (from: string, to: string) => historyInput.safeParse({ filters: { from, to } })
    expect(days('2026-11-21', '2026-11-21').success).toBe(true)
    expect(days('2026-11-21', '2026-11-20').error?.issues).toMatchObject([
      { path: ['filters', 'to'], params: { code: 'date' } },
    ])
  })

  it('refuses a cursor that is not ours', () => {
    const result = historyInput.safeParse({ after: 'nonsense' })
    expect(result.success).toBe(false)
  })
  it('refuses more than 140 characters and unknown filters', () => {
    expect(historyInput.safeParse({ text: 'x'.repeat(141) }).success).toBe(false)
    expect(historyInput.safeParse({ filters: { password: 'x' } }).success).toBe(false)
  })
})
