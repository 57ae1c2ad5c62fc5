import { z } from 'zod'
import type { Coverage } from '@/lib/payments/view'
import { wholeNumber } from '@/lib/platform/pages/whole-number'
import '@/lib/platform/jitless'

/** Query of GET /api/payments/coverage. `months` includes this month. */
export const coverageQuerySchema = z.strictObject({
  months: wholeNumber(1, 36, 'schema').default(12),
  format: z.enum(['json', 'csv']).default('json'),
})

/** `month` as `2026-03`. */
type MonthCoverage = Coverage & { month: string }
/** A debtor account; masked for people who see masked names. */
type AccountCoverage = Coverage & { debtorIban: string | null }

/**
 * Released lines count in the month of their release, other lines in the month of their run. `months` has the newest
 * first, and `accounts` the one with the most released lines.
 */
export type CoverageView = { total: Coverage; months: MonthCoverage[]; accounts: AccountCoverage[] }
