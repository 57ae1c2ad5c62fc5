import type { EntryInput } from '@/lib/usage/schema'
import type { UsageSettings } from '@/lib/usage/settings'

/** What somebody put into the books. */
export type EntryView = {
  id: string
  kind: EntryInput['kind']
  amount: number
  note: string | null
  /** 2021-03: the sum of that month, whose single entries retention took away */
  month: string | null
  at: string
  by: { id: string; name: string } | null
}

/** Answer of GET /api/admin/usage. */
export type UsageView = {
  /** our own estimate; null until somebody recorded a top-up */
  balance: { left: number; of: number } | null
  /** credits taken since the first of this month in TIME_ZONE */
  usedThisMonth: number
  /** credits a day, as lately */
  pace: number
  /** whole days until nothing is left at this pace; null when nothing is spent or no balance is known */
  daysLeft: number | null
  settings: UsageSettings
  /** fewer credits are left than the warning says */
  low: boolean
  /** the latest top-ups and corrections, newest first */
  entries: EntryView[]
}

/** Credits taken, by where the checks came from. */
export type SpentBy = { single: number; bulk: number; api: number; total: number }

/** Answer of GET /api/admin/usage/spending: the same credits by day, newest first, and by person, most first. */
export type Spending = {
  from: string
  to: string
  total: SpentBy
  byDay: ({ day: string } & SpentBy)[]
  /** `person` is null where retention kept only the sum of a month */
  byPerson: ({ person: { id: string; name: string } | null } & SpentBy)[]
}
