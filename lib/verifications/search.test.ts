import { describe, expect, it } from 'vitest'
import { historyInput, likeLiteral, readSearch } from '@/lib/verifications/search'

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

describe('the search body', () => {
  it('refuses a cursor that is not ours', () => {
    const result = historyInput.safeParse({ after: 'nonsense' })
    expect(result.success).toBe(false)
  })
  it('refuses more than 140 characters and unknown filters', () => {
    expect(historyInput.safeParse({ text: 'x'.repeat(141) }).success).toBe(false)
    expect(historyInput.safeParse({ filters: { password: 'x' } }).success).toBe(false)
  })
})
