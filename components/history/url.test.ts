import { createLoader } from 'nuqs/server'
import { describe, expect, it } from 'vitest'
import { historyInput } from '@/lib/history/search'
import {
  filterBody,
  historyBody,
  historyParsers,
  isHistoryFiltered,
  isSameNarrowing,
  NO_HISTORY_FILTERS,
} from './url'

const none = { ...NO_HISTORY_FILTERS, after: '', open: '', view: '' }

describe('the filters in the URL of the history', () => {
  it('become a valid request, which is empty when nothing is set', () => {
    expect(filterBody(none)).toEqual({})
    expect(isHistoryFiltered(none)).toBe(false)
    const set = { ...none, result: ['no_match' as const], country: ['DE'], from: '2026-01-01', mine: true }
    expect(filterBody(set)).toEqual({
      outcome: ['no_match'],
      country: ['DE'],
      from: '2026-01-01',
      mine: true,
    })
    expect(historyInput.safeParse(historyBody('live', set, '')).success).toBe(true)
  })

  it('have a period as such, so that a link or a saved view means the same days from today on', () => {
    const today = { ...none, period: 'today' as const }
    expect(filterBody(today)).toEqual({ period: 'today' })
    expect(isHistoryFiltered(today)).toBe(true)
    expect(isSameNarrowing(today, { ...none, period: 'last_7_days' })).toBe(false)
    expect(historyInput.safeParse(historyBody('live', today, '')).success).toBe(true)
    const load = createLoader(historyParsers)
    expect(load('?period=today')).toEqual(today)
    expect(load('?period=tomorrow')).toEqual(none)
  })

  it('count as not set when they are invalid, instead of causing an error', () => {
    const odd = { ...none, country: ['de'], bank: ['%'], person: ['me'], from: 'yesterday', to: '2026-13-01' }
    expect(filterBody(odd)).toEqual({})
    expect(historyInput.safeParse(historyBody('live', odd, '')).success).toBe(true)
  })

  it('are those of a saved view on any page, with any record open, until one of them is changed', () => {
    const saved = { ...none, result: ['failed' as const] }
    const elsewhere = { ...saved, after: 'cursor', open: 'record', view: 'other' }
    expect(isSameNarrowing(elsewhere, saved)).toBe(true)
    expect(isSameNarrowing({ ...saved, mine: true }, saved)).toBe(false)
  })
})
