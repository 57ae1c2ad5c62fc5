import type { DemoCountry } from './accounts'
import type { DemoCheck } from './checks'
import { payee } from './suppliers'

export type DemoRow = { iban: string; check: DemoCheck }

/**
 * `approved`: by a second person, before anything was sent. `approval`: still waiting for one. `doubt`: of its last batch
 * the answer was lost. All others are over.
 */
export type DemoUpload = {
  at: Date
  fileName: string
  rows: DemoRow[]
  batch: number
  fate: 'over' | 'approved' | 'approval' | 'doubt'
  /** a payment file with these rows; without one they are a CSV file */
  orders?: { id: string; xml: string }
}

type Plan = {
  daysAgo: number
  name: (date: Date) => string
  rows: number
  /** the first of its payees in the books */
  from: number
  of?: DemoCountry[]
  fate?: DemoUpload['fate']
  batch?: number
  /** the bank whose system was down that day, as IBANs name it */
  down?: string
}

const DAY = 24 * 60 * 60_000
const BATCH = 2_000
/** Regular payment runs take every so many payees of the books, so that two of them share some. */
const STRIDE = 7
/** What the office has in its books; the first half are first accounts. */
const BOOKS = 3_000

const iso = (date: Date) => date.toISOString().slice(0, 10)
const month = (date: Date, language: string) =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(date)
const week = (date: Date) =>
  String(Math.ceil((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY / 7)).padStart(2, '0')
const run = (date: Date) => `payment-run ${iso(date)}.csv`
const weekly = (date: Date) => `Zahlungslauf KW${week(date)}.csv`

/** Eight weeks, the oldest first, with the names that people give their files. */
const PLANS: Plan[] = [
  { daysAgo: 55, name: () => 'Fournisseurs EXPORT complet (2).csv', rows: 3_000, from: 0, fate: 'approved' },
  { daysAgo: 50, name: run, rows: 184, from: 3 },
  { daysAgo: 44, name: (date) => `Virements ${month(date, 'fr')}.csv`, rows: 96, from: 0, of: ['FR'] },
  { daysAgo: 41, name: () => 'notes de frais.csv', rows: 12, from: 400, of: ['FR', 'BE'] },
  { daysAgo: 36, name: run, rows: 212, from: 500 },
  { daysAgo: 30, name: () => 'New suppliers Athens + Sofia v2.csv', rows: 38, from: 0, of: ['GR', 'BG'] },
  { daysAgo: 27, name: weekly, rows: 168, from: 20, of: ['DE', 'AT'] },
  { daysAgo: 22, name: run, rows: 176, from: 900 },
  {
    daysAgo: 17,
    name: () => 'Copie de fournisseurs à vérifier FINAL.csv',
    rows: 61,
    from: 40,
    of: ['FR', 'LU'],
  },
  {
    daysAgo: 13,
    name: (date) => `leveranciers ${month(date, 'nl')}.csv`,
    rows: 74,
    from: 5,
    of: ['NL', 'BE'],
  },
  { daysAgo: 9, name: weekly, rows: 143, from: 60, of: ['DE', 'AT'], down: '50010517' },
  { daysAgo: 6, name: run, rows: 190, from: 1_300 },
  {
    daysAgo: 3,
    name: (date) => `SEPA batch ${iso(date)}.csv`,
    rows: 240,
    from: 700,
    batch: 200,
    fate: 'doubt',
  },
  {
    daysAgo: 2,
    name: (date) => `Virements urgents ${month(date, 'fr')}.csv`,
    rows: 24,
    from: 80,
    of: ['FR'],
  },
  { daysAgo: 1, name: () => 'Rahmenverträge Lieferanten NEU.csv', rows: 640, from: 1_500, fate: 'approval' },
  { daysAgo: 0, name: run, rows: 48, from: 1_700 },
]

/** Whose bank was down gets no answer in time. */
const answered = (row: DemoRow, down: string | undefined): DemoRow =>
  down && row.iban.slice(4).startsWith(down)
    ? {
        ...row,
        check: { ...row.check, matchedName: undefined, result: 'failed', reason: 'institution_timeout' },
      }
    : row

function rowsOf({ rows, from, of, down }: Plan): DemoRow[] {
  const stride = rows === BOOKS || of ? 1 : STRIDE
  const books = Array.from({ length: BOOKS }, (_, n) => payee((from + n * stride) % BOOKS))
  return books
    .filter(({ check }) => !of || of.includes(check.country))
    .slice(0, rows)
    .map((row) => answered(row, down))
}

export const demoUploads = (now: number): DemoUpload[] =>
  PLANS.map((plan) => {
    // hours ago, so that nothing of it lies in the future
    const at = new Date(now - plan.daysAgo * DAY - (1 + (plan.rows % 5)) * 47 * 60_000)
    const { name, batch = BATCH, fate = 'over' } = plan
    return { at, fileName: name(at), rows: rowsOf(plan), batch, fate }
  })
