'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Summary } from '../protocol'
import { batchesOf } from '../rows/totals'

type SendListProps = { fileName: string; summary: Summary; bulkSize: number }

/** What will be sent: file, rows, batches, credits. */
export function SendList({ fileName, summary, bulkSize }: SendListProps) {
  const t = useTranslations('intake')
  const { kept, counts, toVerify } = summary
  const items = {
    file: fileName,
    rows: t('send.rows', { kept, skipped: counts.data - kept }),
    batches: useBatchWords(toVerify, bulkSize),
    credits: t('send.creditCount', { n: toVerify, same: kept - toVerify }),
  }
  return (
    <dl className="send-list">
      {Object.entries(items).map(([key, words]) => (
        <div key={key}>
          <dt>{t(`send.${key}Label`)}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}

/** “3 batches: 2,000 + 2,000 + 700”; many are not written out. */
function useBatchWords(verifications: number, bulkSize: number): string {
  const t = useTranslations('intake')
  const format = useFormatter()
  const n = batchesOf(verifications, bulkSize)
  if (n > 4) return t('send.manyBatches', { n, size: bulkSize })
  const sizes = Array.from({ length: n }, (_, i) => Math.min(bulkSize, verifications - i * bulkSize))
  return t('send.batches', { n, sizes: sizes.map((size) => format.number(size)).join(' + ') })
}
