import { describe, expect, it } from 'vitest'
import { assertStorable } from '@/lib/http/storable'
import { Refusal } from '@/lib/platform/refusal'

const problemOf = (value: unknown): unknown => {
  try {
    assertStorable(value)
    return 'accepted'
  } catch (error) {
    return error instanceof Refusal ? error.errors.map(({ path, code }) => `${path} ${code}`) : error
  }
}

describe("text that PostgreSQL can't store", () => {
  it('is refused at any depth, with the name of its field', () => {
    expect(problemOf({ text: 'a\0b' })).toEqual(['text control_characters'])
    expect(problemOf({ filters: { bank: ['FR1', 'FR\0'] } })).toEqual(['filters.bank.1 control_characters'])
    expect(problemOf({ reason: 'half \ud83d' })).toEqual(['reason unicode_malformed'])
  })

  it('is only NUL and lone surrogates', () => {
    expect(
      problemOf({ text: 'tab\t, line\n, 🙂, Łódź', size: 50, none: null, at: new Date(0), big: 1n }),
    ).toBe('accepted')
  })
})
