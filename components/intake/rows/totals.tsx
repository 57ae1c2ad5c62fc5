'use client'
import { useTranslations } from 'use-intl'
import type { Summary } from '../protocol'

/** The number of bulks for this many verifications. */
export const batchesOf = (verifications: number, bulkSize: number) => Math.ceil(verifications / bulkSize)

/** “4,700 rows ready, 3 batches, 4,700 credits” */
export function Totals({ summary, bulkSize }: { summary: Summary; bulkSize: number }) {
  const t = useTranslations('intake')
  const { kept, toVerify } = summary
  return t.rich('rows.totals', {
    kept,
    batches: batchesOf(toVerify, bulkSize),
    credits: toVerify,
    b: (words) => <b>{words}</b>,
  })
}
