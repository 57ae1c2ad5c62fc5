import { describe, expect, it } from 'vitest'
import { DEFAULT_LAYOUT, withColumn, withMoved } from './layout'
import { historyLayout } from './layout.server'

describe('the layout of the history', () => {
  it('shows and hides columns', () => {
    expect(withColumn(DEFAULT_LAYOUT, 'bank', true).columns.at(-1)).toBe('bank')
    expect(withColumn(DEFAULT_LAYOUT, 'iban', false).columns).not.toContain('iban')
  })

  it('moves a column one position and stops at the edges', () => {
    expect(withMoved(DEFAULT_LAYOUT, 'name', -1).columns.slice(0, 2)).toEqual(['name', 'checked'])
    expect(withMoved(DEFAULT_LAYOUT, 'checked', -1)).toEqual(DEFAULT_LAYOUT)
    expect(withMoved(DEFAULT_LAYOUT, 'source', 1)).toEqual(DEFAULT_LAYOUT)
    expect(withMoved(DEFAULT_LAYOUT, 'bank', 1)).toEqual(DEFAULT_LAYOUT)
  })

  it('is refused without a name, with a duplicate or an unknown column', () => {
    expect(historyLayout.safeParse(DEFAULT_LAYOUT).success).toBe(true)
    for (const columns of [['iban'], ['name', 'name'], ['name', 'secret']])
      expect(historyLayout.safeParse({ ...DEFAULT_LAYOUT, columns }).success).toBe(false)
  })
})
