import { describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { readPaymentRun, readRuns } from '@/lib/payments/runs.server'
import { type LinesSearch, linesSearch, newestFirstSchema } from '@/lib/payments/schema'
import { insertLargeRun } from '@/lib/payments/testing/large-run'
import { searchLines } from './search.server'

/** The most lines of a run (the limit of an upload), and the sizes of all runs; the short form has fewer. */
const LIMIT = 100_000
const [SOME, MOST] = process.env.LONG ? [12_000, LIMIT] : [2_000, 4_000]
const RUNS = [SOME, 40, 400, MOST]
const MINUTE_MS = 60_000

/** by age, the newest last; the third is somebody else's */
const runs: string[] = []

const [analyst, other] = [await insertPerson(), await insertPerson()]
const [reviewer, admin] = [await insertPerson('reviewer'), await insertPerson('admin')]
const start = Date.now() - 60 * MINUTE_MS
for (const [n, lines] of RUNS.entries()) {
  const byId = (n === 2 ? other : analyst).actor.id
  const at = new Date(start + n * MINUTE_MS).toISOString()
  runs.push(await insertLargeRun({ byId, lines, at, fileName: `run-${n}.xml` }))
}
const [middle, most] = [runs[0] ?? '', runs[3] ?? '']

/** Every page from the first to the last. @returns the numbers of the lines, and the total of each page */
async function allPages(id: string, search: Partial<LinesSearch>, by = reviewer) {
  const [numbers, totals] = [[] as number[], new Set<number>()]
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof searchLines>> = await searchLines(
      id,
      linesSearch.parse({ size: 200, ...search, after }),
      by.actor,
    )
    expect(page.items.length).toBeLessThanOrEqual(200)
    numbers.push(...page.items.map(({ number }) => number))
    totals.add(page.total)
    after = page.nextCursor
  }
  return { numbers, totals: [...totals] }
}

/** The numbers from 1 to `lines` whose remainder by 40 is one of `places`. */
const every = (lines: number, ...places: number[]) =>
  Array.from({ length: lines }, (_, n) => n + 1).filter((n) => places.includes(n % 40))
const counted = (numbers: number[]) => ({ numbers, totals: [numbers.length] })

describe('the lines of one of several runs', () => {
  it('are each on one page, in the order of the file, and none is of another run', async () => {
    const all = Array.from({ length: SOME }, (_, n) => n + 1)
    expect(await allPages(middle, {})).toEqual(counted(all))
  })

  it('are found by gate and reason, alone and together, on every page', async () => {
    expect(await allPages(middle, { gate: ['waiting'] })).toEqual(counted(every(SOME, 0, 10, 20)))
    expect(await allPages(middle, { gate: ['held'] })).toEqual(counted(every(SOME, 30)))
    expect(await allPages(middle, { reason: ['decision_open'] })).toEqual(counted(every(SOME, 0, 10)))
    expect(await allPages(middle, { gate: ['waiting', 'held'], reason: ['answer_open', 'failed'] })).toEqual(
      counted(every(SOME, 20, 30)),
    )
    expect(await allPages(middle, { gate: ['released'] })).toEqual({ numbers: [], totals: [0] })
  })

  it('are found by a part of a name or an IBAN and by the whole reference, within a gate', async () => {
    const named = Array.from({ length: SOME }, (_, n) => n + 1).filter((n) => `Payee ${n}`.includes('e 119'))
    expect(await allPages(middle, { text: 'e 119' })).toEqual(counted(named))
    expect(await allPages(middle, { text: 'E-1990' })).toEqual(counted([1_990]))
    expect(await allPages(middle, { text: '0000 1198' })).toEqual(
      counted(Array.from({ length: SOME }, (_, n) => n + 1).filter((n) => pad(n).includes('00001198'))),
    )
    expect(await allPages(middle, { text: 'e 119', gate: ['held'] })).toEqual(
      counted(named.filter((n) => n % 40 === 30)),
    )
  })

  it('are found by an admin by their whole reference alone', async () => {
    expect(await allPages(middle, { text: 'E-119' }, admin)).toEqual(counted([119]))
    expect(await allPages(middle, { text: 'Payee' }, admin)).toEqual({ numbers: [], totals: [0] })
  })
})

const pad = (n: number) => String(n).padStart(18, '0')

describe('a run of very many lines', () => {
  it('shows its last lines, and nothing after them', async () => {
    const page = (after: number) => searchLines(most, linesSearch.parse({ after, size: 200 }), reviewer.actor)
    const last = await page(MOST - 100)
    expect(last.items.map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, n) => MOST - 99 + n),
    )
    expect(last).toMatchObject({ total: MOST, nextCursor: null })
    expect(last.items.at(-1)).toMatchObject({
      name: `Payee ${MOST}`,
      amount: (MOST / 100).toFixed(2),
      endToEndId: `E-${MOST}`,
    })
    expect(await page(MOST)).toMatchObject({ items: [], total: MOST, nextCursor: null })
  })

  it('refuses a cursor beyond the limit and a page of more than 200 lines', () => {
    const problems = (search: object) => linesSearch.safeParse(search).success
    expect([{ after: LIMIT }, { size: 200 }].map(problems)).toEqual([true, true])
    expect([{ after: LIMIT + 1 }, { size: 201 }, { size: 0 }].map(problems)).toEqual([false, false, false])
  })

  it('adds up to the cent, by gate and by account', async () => {
    const view = await readPaymentRun(most, reviewer.actor)
    const sum = (numbers: number[]) => (numbers.reduce((total, n) => total + n, 0) / 100).toFixed(2)
    const place = (at: number) => every(MOST, at)
    const waiting = every(MOST, 0, 10, 20)
    expect(view.gates.waiting).toEqual({ lines: waiting.length, sums: { EUR: sum(waiting) } })
    expect(view.gates.held).toEqual({ lines: MOST / 40, sums: { EUR: sum(place(30)) } })
    expect(view.gates.clear.lines).toBe(MOST - MOST / 10)
    expect(view.original).toEqual({ lines: MOST, sums: { EUR: ((MOST * (MOST + 1)) / 200).toFixed(2) } })
    expect(view.debtors).toHaveLength(2)
  })
})

describe('the list of runs', () => {
  const listed = async ({ actor }: Person, size: number) => {
    const found: { id: string; lines: number; waiting: number }[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const query = newestFirstSchema.parse({ size: String(size), ...(after && { after }) })
      const page: Awaited<ReturnType<typeof readRuns>> = await readRuns(query, actor)
      found.push(...page.items.map(({ id, lines, gates }) => ({ id, lines, waiting: gates.waiting.lines })))
      after = page.nextCursor
    }
    return found
  }

  it('has each run once with the counts of its own lines, newest first, whatever the size of a page', async () => {
    const expected = runs
      .map((id, n) => ({ id, lines: RUNS[n] ?? 0, waiting: every(RUNS[n] ?? 0, 0, 10, 20).length }))
      .toReversed()
    for (const size of [1, 3, 100]) expect(await listed(reviewer, size)).toEqual(expected)
    expect((await listed(analyst, 2)).map(({ id }) => id)).toEqual(
      expected.filter(({ id }) => id !== runs[2]).map(({ id }) => id),
    )
    expect((await listed(other, 2)).map(({ id }) => id)).toEqual([runs[2]])
  })
})
