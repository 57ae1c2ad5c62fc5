import { describe, expect, test } from 'vitest'
import { countOf, createdAtOf, currencyOf, maskCode } from './values'

describe('what a bank sent in the place of a code', () => {
  test.each(['RCVC', 'RVMC', 'PDNG', 'ACSC', 'RJCT', 'AC01', 'MD07', 'G004', 'NARR', 'CUST'])(
    'is shown to masked roles when it is the code %s',
    (code) => {
      expect(maskCode(code)).toBe(code)
    },
  )

  test.each(['SIEMENS', 'LIDL', 'ANNA', 'LI', '3M', '4711', 'JEAN DUPONT', 'AC01 JEAN', 'RVNM\nANNA'])(
    'is hidden from them when it may be a name: %j',
    (text) => {
      expect(maskCode(text)).toBe('···')
    },
  )

  test('is no currency unless it has the form of one', () => {
    expect(['EUR', 'Anna Rossi', 'eur', ''].map(currencyOf)).toEqual(['EUR', null, 'EUR', null])
  })

  test('is no number of lines unless it has the form of one', () => {
    expect(['12', ' 012 ', '+3', '12.0'].map(countOf)).toEqual([12, 12, 3, 12])
    expect(['-3', '1 2', '1.5', '1e3', '3 lines', ''].map(countOf)).toEqual(Array(6).fill(null))
  })

  test('is no time unless it has the form of one', () => {
    const times = ['2026-05-01T10:00:00', '2026-05-01T10:00:00.123+02:00', '2026-05-01T08:00:00Z']
    expect(times.map(createdAtOf)).toEqual(times)
    expect(['Anna Rossi', '2026-05-01T10:00:00 Anna', ''].map(createdAtOf)).toEqual([null, null, null])
  })
})
