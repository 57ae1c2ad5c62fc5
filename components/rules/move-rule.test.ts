import { describe, expect, it } from 'vitest'
import { moveRule } from './use-rules'

const rules = ['a', 'b', 'c'].map((id) => ({ id }))
const order = (id: string, to: number) => moveRule(rules, id, to)?.map((rule) => rule.id)

describe('moving a rule', () => {
  it('moves it up or down and keeps the others in order', () => {
    expect(order('a', 2)).toEqual(['b', 'c', 'a'])
    expect(order('c', 0)).toEqual(['c', 'a', 'b'])
    expect(order('b', 0)).toEqual(['b', 'a', 'c'])
  })

  it('does nothing beyond either end', () => {
    expect([order('a', -1), order('c', 3), order('b', 1), order('x', 0)]).toEqual(Array(4).fill(undefined))
  })
})
