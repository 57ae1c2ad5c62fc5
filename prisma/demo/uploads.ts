import type { DemoCountry } from './accounts'
import type { DemoCheck } from './checks'
import { payee } from './suppliers'

export type DemoRow = { iban: string; check: DemoCheck }

/** `approved`: by a second person before it was sent. `unknown`: the response to its last batch was lost. */
export type DemoUpload = {
  at: Date
  fileName: string
  rows: DemoRow[]
  batch: number
  outcome: 'completed' | 'approved' | 'awaiting_approval' | 'unknown'
  /** the payment file with these rows; otherwise they are a CSV file */
  paymentFile?: { id: string; xml: string }
}

type Plan = {
  daysAgo: number
  name: (date: Date) => string
  rows: number
  /** index of the first payee */
  from: number
  countries?: DemoCountry[]
  outcome?: DemoUpload['outcome']
  batch?: number
  /** bank code of a bank that was unavailable that day */
  unavailableBank?: string
}

const DAY = 24 * 60 * 60_000
const BATCH = 2_000
/** Payment runs take every seventh payee, so that some payees occur in several of them. */
const PAYEE_STEP = 7
/** The first half are the suppliers' first accounts. */
const PAYEE_COUNT = 3_000

const iso = (date: Date) => date.toISOString().slice(0, 10)
const month = (date: Date, language: string) =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(date)
const week = (date: Date) =>
  String(Math.ceil((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY / 7)).padStart(2, '0')
const run = (date: Date) => `payment-run ${iso(date)}.csv`
const weekly = (date: Date) => `Zahlungslauf KW${week(date)}.csv`

/** Eight weeks, the oldest first, with the names that people give their files. */
const PLANS: Plan[] = [
  {
    daysAgo: 55,
    name: () => 'Fournisseurs EXPORT complet (2).csv',
    rows: 3_000,
    from: 0,
    outcome: 'approved',
  },
  { daysAgo: 50, name: run, rows: 184, from: 3 },
  { daysAgo: 44, name: (date) => `Virements ${month(date, 'fr')}.csv`, rows: 96, from: 0, countries: ['FR'] },
  { daysAgo: 41, name: () => 'notes de frais.csv', rows: 12, from: 400, countries: ['FR', 'BE'] },
  { daysAgo: 36, name: run, rows: 212, from: 500 },
  {
    daysAgo: 30,
    name: () => 'New suppliers Athens + Sofia v2.csv',
    rows: 38,
    from: 0,
    countries: ['GR', 'BG'],
  },
  { daysAgo: 27, name: weekly, rows: 168, from: 20, countries: ['DE', 'AT'] },
  { daysAgo: 22, name: run, rows: 176, from: 900 },
  {
    daysAgo: 17,
    name: () => 'Copie de fournisseurs à vérifier FINAL.csv',
    rows: 61,
    from: 40,
    countries: ['FR', 'LU'],
  },
  {
    daysAgo: 13,
    name: (date) => `leveranciers ${month(date, 'nl')}.csv`,
    rows: 74,
    from: 5,
    countries: ['NL', 'BE'],
  },
  { daysAgo: 9, name: weekly, rows: 143, from: 60, countries: ['DE', 'AT'], unavailableBank: '50010517' },
  { daysAgo: 6, name: run, rows: 190, from: 1_300 },
  {
    daysAgo: 3,
    name: (date) => `SEPA batch ${iso(date)}.csv`,
    rows: 240,
    from: 700,
    batch: 200,
    outcome: 'unknown',
  },
  {
    daysAgo: 2,
    name: (date) => `Virements urgents ${month(date, 'fr')}.csv`,
    rows: 24,
    from: 80,
    countries: ['FR'],
  },
  {
    daysAgo: 1,
    name: () => 'Rahmenverträge Lieferanten NEU.csv',
    rows: 640,
    from: 1_500,
    outcome: 'awaiting_approval',
  },
  { daysAgo: 0, name: run, rows: 48, from: 1_700 },
]

/** Accounts of the unavailable bank fail with a timeout. */
const withOutage = (row: DemoRow, bank: string | undefined): DemoRow =>
  bank && row.iban.slice(4).startsWith(bank)
    ? {
        ...row,
        check: { ...row.check, matchedName: undefined, result: 'failed', reason: 'institution_timeout' },
      }
    : row

function rowsOf({ rows, from, countries, unavailableBank }: Plan): DemoRow[] {
  const step = rows === PAYEE_COUNT || countries ? 1 : PAYEE_STEP
  const payees = Array.from({ length: PAYEE_COUNT }, (_, n) => payee((from + n * step) % PAYEE_COUNT))
  return payees
    .filter(({ check }) => !countries || countries.includes(check.country))
    .slice(0, rows)
    .map((row) => withOutage(row, unavailableBank))
}

export const demoUploads = (now: number): DemoUpload[] =>
  PLANS.map((plan) => {
    // hours ago, so that none of its times is in the future
    const at = new Date(now - plan.daysAgo * DAY - (1 + (plan.rows % 5)) * 47 * 60_000)
    const { name, batch = BATCH, outcome = 'completed' } = plan
    return { at, fileName: name(at), rows: rowsOf(plan), batch, outcome }
  })
