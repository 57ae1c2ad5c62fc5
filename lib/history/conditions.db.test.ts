import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/auth/roles'
import { historyConditions } from '@/lib/history/conditions.server'
import { historyInput } from '@/lib/history/search'
import { db, Prisma, poolExecutor } from '@/lib/platform/db.server'
import { nameContains } from '@/lib/platform/search/name-contains.server'
import { bool, listOf, select } from '@/lib/platform/sql/select.server'

type Pair = { name: string; piece: string }

/** Which of the pairs the database matches. Characters that are special to LIKE and arrays must match literally. */
async function found(pairs: Pair[]): Promise<boolean[]> {
  const asked = pairs.map(
    ({ name, piece }) =>
      Prisma.sql`(select ${nameContains(piece)} from (select ${name}::text as name_search) v)`,
  )
  const [row] = await select(
    poolExecutor,
    { found: listOf(bool) },
    Prisma.sql`select array[${Prisma.join(asked)}] as found`,
  )
  return row?.found ?? []
}

const sign = fc.oneof(
  fc.constantFrom(...'ab é\'"\\:*&|!()<>%_-.,'),
  fc.constantFrom('ß', 'ω', '王', 'ي', '😀', '\u00a0'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => !/[\0\ud800-\udfff]/.test(one)),
)
const name = fc.array(sign, { minLength: 1, maxLength: 30 }).map((signs) => signs.join(''))
/** Mostly a substring of the name, otherwise another text. */
const pair = fc.oneof(
  fc.tuple(name, fc.nat(29), fc.integer({ min: 1, max: 30 })).map(([whole, from, length]): Pair => {
    const signs = [...whole]
    const start = from % signs.length
    return { name: whole, piece: signs.slice(start, start + length).join('') }
  }),
  fc.record({ name, piece: name.map((text) => [...text].slice(0, 3).join('')) }),
)

describe('a name', () => {
  it('is found by any substring of it, and by nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { minLength: 40, maxLength: 40 }), async (pairs) => {
        expect(await found(pairs)).toEqual(pairs.map((one) => one.name.includes(one.piece)))
      }),
      { numRuns: 25 },
    )
  })

  it.each([
    ['müll', true],
    ['王小明', true],
    ['n o', true],
    ['li', false],
    ['%%', false],
  ])('is searched in its index for %s: %s', async (text, indexed) => {
    const plan = await db().$transaction(async (tx) => {
      await tx.$executeRaw`set local enable_seqscan = off`
      return tx.$queryRaw`explain select v.id from verifications v where ${nameContains(text)}`
    })
    expect(JSON.stringify(plan).includes('verifications_name_search')).toBe(indexed)
  })
})

it.each([
  ['source', { source: ['api'] }],
  ['source', { source: ['bank_report'] }],
  ['reason', { reason: ['institution_timeout'] }],
])('the list of one %s is read from its index, in order', async (what, filters) => {
  const where = historyConditions(historyInput.parse({ filters }), { roles: ['reviewer'] } as Actor)
  const plan = await db().$transaction(async (tx) => {
    await tx.$executeRaw`set local enable_seqscan = off`
    return tx.$queryRaw`
      explain select v.id from verifications v where ${where} order by v.created_at desc, v.id desc limit 51`
  })
  expect(JSON.stringify(plan)).toContain(`verifications_by_${what}`)
  expect(JSON.stringify(plan)).not.toContain('Sort')
})
