import { describe, expect, it } from 'vitest'
import { keepTyped } from './keep-typed'

describe('a form whose answer is late', () => {
  const sent = { price: '0,10', currency: 'EUR', warnBelow: '' }

  it('shows what is stored in the fields that are as they were sent', () => {
    const stored = { price: '0.1', currency: 'EUR', warnBelow: '' }
    expect(keepTyped(sent, sent, stored)).toEqual(stored)
  })

  it('keeps what was typed since, in that field only', () => {
    const now = { ...sent, warnBelow: '500' }
    const stored = { price: '0.2', currency: 'CHF', warnBelow: '100' }
    expect(keepTyped(now, sent, stored)).toEqual({ ...stored, warnBelow: '500' })
  })

  it('keeps a field that was emptied or switched off since', () => {
    expect(keepTyped({ text: '', on: false }, { text: 'a', on: true }, { text: 'b', on: true })).toEqual({
      text: '',
      on: false,
    })
  })
})
