import type { PersonView } from '@/lib/platform/person'
import type { Balance } from '@/lib/usage/balance.server'
import type { EntryInput } from '@/lib/usage/schema'
import type { UsageSettings } from '@/lib/usage/settings'

/** A top-up or correction that somebody recorded. */
export type EntryView = {
  id: string
  kind: EntryInput['kind']
  amount: number
  note: string | null
  /** such as 2021-03: the sum of that month, whose single entries retention removed */
  month: string | null
  at: string
  by: PersonView | null
}

/** Answer of GET /api/admin/usage. */
export type UsageView = {
  /** our own estimate; null until a top-up was recorded */
  balance: Balance | null
  /** credits spent since the first of this month in TIME_ZONE */
  usedThisMonth: number
  /** average credits a day */
  pace: number
  /** whole days until nothing is left at this rate; null when nothing is spent or no balance is known */
  daysLeft: number | null
  settings: UsageSettings
  /** fewer credits are left than the warning threshold */
  low: boolean
  /** the latest top-ups and corrections, newest first */
  entries: EntryView[]
}

/** The sources of checks that cost credits: what a bank reports costs none. */
export const PAID_SOURCES = ['single', 'bulk', 'api'] as const

/** Credits spent, by the source of the checks. */
export type SpentBy = { single: number; bulk: number; api: number; total: number }

/** Answer of GET /api/admin/usage/spending: the same credits by day, newest first, and by person, highest first. */
export type SpendingView = {
  from: string
  to: string
  total: SpentBy
  byDay: ({ day: string } & SpentBy)[]
  /** `person` is null where retention kept only the sum of a month */
  byPerson: ({ person: PersonView | null } & SpentBy)[]
}
