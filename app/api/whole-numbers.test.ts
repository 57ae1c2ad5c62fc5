import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { type ZodType, z } from 'zod'
import { schemaRefusal } from '@/lib/http/problem.server'

type Bounds = { type?: string; minimum: number; maximum: number }
type Field = { at: string; name: string; schema: ZodType; bounds: Bounds }
type Part = 'query' | 'body'

const handlers = await Promise.all(
  (fs.readdirSync(import.meta.dirname, { recursive: true }) as string[])
    .filter((file) => path.basename(file) === 'route.ts')
    .map(async (file) => Object.entries(await import(path.join(import.meta.dirname, file)))),
)

/** The whole numbers that routes take in their query or body. */
const numbersIn = (part: Part): Field[] =>
  handlers.flat().flatMap(([, handler]) => {
    const schema = (handler as { spec?: Partial<Record<Part, ZodType>> }).spec?.[part]
    if (!schema) return []
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return Object.entries(properties as Record<string, Bounds>)
      .filter(([, { type }]) => type === 'integer')
      .map(([name, bounds]) => ({ at: Object.keys(properties).join(), name, schema, bounds }))
  })

const codesOf = ({ schema, name }: Field, value: unknown): string[] => {
  const { error } = schema.safeParse({ [name]: value }, { reportInput: true })
  const problems = error ? schemaRefusal(error).errors : []
  return problems.filter((problem) => problem.path === name).map(({ code }) => code)
}

const PAGES = ['size', 'after', 'skip']
const codeOf = (name: string) => (PAGES.includes(name) ? 'pagination' : 'schema')

it('a whole number in a query has one form, and any other is refused with one code', () => {
  const found = numbersIn('query')
  expect(found.length).toBeGreaterThan(8)
  for (const field of found) {
    const { minimum, maximum } = field.bounds
    for (const right of [minimum, maximum]) expect(codesOf(field, `${right}`), field.at).toEqual([])
    const outside = [minimum - 1, maximum + 1].map(String)
    for (const wrong of [
      '',
      ' 1',
      '1 ',
      '01',
      '0x1',
      '1e0',
      '+1',
      '1.0',
      'x',
      '１',
      '9'.repeat(17),
      ...outside,
    ])
      expect([field.at, field.name, wrong, ...codesOf(field, wrong)]).toEqual([
        field.at,
        field.name,
        wrong,
        codeOf(field.name),
      ])
  }
})

it('a page that is out of range in a body is refused with the same code', () => {
  const found = numbersIn('body').filter(({ name }) => PAGES.includes(name))
  expect(found.length).toBeGreaterThan(4)
  for (const field of found) {
    const { minimum, maximum } = field.bounds
    for (const right of [minimum, maximum]) expect(codesOf(field, right), field.at).toEqual([])
    for (const wrong of [minimum - 1, maximum + 1, 1.5, 2 ** 60])
      expect([field.at, field.name, wrong, ...codesOf(field, wrong)]).toEqual([
        field.at,
        field.name,
        wrong,
        'pagination',
      ])
  }
})
