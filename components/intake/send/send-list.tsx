'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { TextButton } from '@/components/ui/button'
import type { AmountTotals } from '@/lib/tables/payments/amount-totals'
import { PaymentTotals } from '../columns/payment-totals'
import type { Summary } from '../protocol'
import { useReasonWords } from '../rows/reason-words'
import { saveText } from '../rows/save-text'
import { batchesOf } from '../rows/totals'
import type { Intake } from '../use-intake'
import { ChangeList } from './change-list'

type SendListProps = {
  intake: Intake
  fileName: string
  amounts: AmountTotals | null
  summary: Summary
  bulkSize: number
  credits: number | null
}

/** What will be sent: file, rows, batches, credits. */
export function SendList({ intake, fileName, amounts, summary, bulkSize, credits }: SendListProps) {
  const t = useTranslations('intake')
  const words = useReasonWords()
  const { kept, sizes, toVerify, edited } = summary
  const skipped = sizes.all - kept
  const batches = useBatchWords(toVerify, bulkSize)
  return (
    <dl className="grid max-w-[40rem] gap-2">
      <Item label={t('send.fileLabel')}>
        <span translate="no">{fileName}</span>
      </Item>
      <Item label={t('send.rowsLabel')}>
        {t('send.rows', { kept, skipped })}{' '}
        {skipped > 0 && (
          <TextButton onClick={async () => saveText(await intake.download('skipped', words))}>
            {t('send.skippedFile')}
          </TextButton>
        )}
        {edited > 0 && <p className="text-fg-muted">{t('send.edited', { n: edited })}</p>}
        <ChangeList intake={intake} edited={edited} />
      </Item>
      {amounts && (
        <Item label={t('payment.title')}>
          <PaymentTotals amounts={amounts} />
          <p className="text-fg-muted">{t('payment.made')}</p>
        </Item>
      )}
      <Item label={t('send.batchesLabel')}>{batches}</Item>
      <Item label={t('send.creditsLabel')}>
        {credits === null
          ? t('send.creditCount', { n: toVerify, same: 0 })
          : t('send.creditsOf', { n: toVerify, left: Math.max(0, credits) })}
        {kept > toVerify && t('send.repeatsNote', { same: kept - toVerify })}
      </Item>
    </dl>
  )
}

function Item({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[120px_minmax(0,1fr)] gap-3 max-md:grid-cols-1 max-md:gap-0">
      <dt className="text-fg-muted">{label}</dt>
      <dd className="num wrap-anywhere">{children}</dd>
    </div>
  )
}

/** “3 batches: 2,000 + 2,000 + 700”; a long list is shortened. */
function useBatchWords(verifications: number, bulkSize: number): string {
  const t = useTranslations('intake')
  const format = useFormatter()
  const n = batchesOf(verifications, bulkSize)
  if (n > 4) return t('send.manyBatches', { n, size: bulkSize })
  const sizes = Array.from({ length: n }, (_, i) => Math.min(bulkSize, verifications - i * bulkSize))
  return t('send.batches', { n, sizes: sizes.map((size) => format.number(size)).join(' + ') })
}
