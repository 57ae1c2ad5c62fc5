import { describe, expect, it } from 'vitest'
import { type ZodType, z } from 'zod'
import { schemaRefusal } from '@/lib/http/problem.server'
import { day } from '@/lib/platform/days/days'

const problemsOf = (schema: ZodType, value: unknown): unknown => {
  const { error } = schema.safeParse(value, { reportInput: true })
  return error && schemaRefusal(error).errors.map(({ path, code, message }) => [path, code, message])
}

const body = z.strictObject({
  results: z.array(z.enum(['match', 'no_match'])).optional(),
  lines: z.union([z.literal('clear'), z.array(z.int().min(1))]).optional(),
  name: z.string().min(2).optional(),
  from: day.optional(),
})

describe('an invalid body is refused with the field and its expected value', () => {
  it.each([
    [{ results: ['maybe'] }, ['results.0', 'enum', 'results.0 must be one of: match, no_match.']],
    [
      { lines: 'all' },
      ['lines', 'schema', 'lines must be one of: clear. Or: lines must be of the type array.'],
    ],
    [{ lines: [2, 'x'] }, ['lines.1', 'type_number', expect.any(String)]],
    [{ lines: [0] }, ['lines.0', 'schema', expect.stringContaining('>=1')]],
    [{ name: 'x' }, ['name', 'schema', expect.stringContaining('>=2')]],
    [{ from: '2026-02-30' }, ['from', 'date', 'from must be a day of the calendar, like 2026-11-21.']],
    [{ from: '0000-01-01' }, ['from', 'date', 'The calendar has no year 0.']],
    [{ more: 1 }, ['more', 'unknown_field', expect.any(String)]],
  ])('%j', (value, problem) => expect(problemsOf(body, value)).toEqual([problem]))

  it('even if one of its fields determines which others are allowed', () => {
    const answer = z.discriminatedUnion('approve', [
      z.strictObject({ approve: z.literal(true) }),
      z.strictObject({ approve: z.literal(false), reason: z.string() }),
    ])
    expect(problemsOf(answer, {})).toEqual([['approve', 'approve_required', 'approve is missing.']])
    expect(problemsOf(answer, { approve: 'yes' })).toEqual([
      ['approve', 'schema', expect.stringContaining('true')],
    ])
    expect(problemsOf(answer, { approve: false })).toEqual([
      ['reason', 'reason_required', 'reason is missing.'],
    ])
  })

  it('and says once that a field of one of several types is missing', () => {
    const lines = z.strictObject({ lines: z.union([z.literal('clear'), z.array(z.int())]) })
    expect(problemsOf(lines, {})).toEqual([['lines', 'lines_required', 'lines is missing.']])
  })
})
