'use client'
import { useTranslations } from 'use-intl'
import { useSums } from '@/components/ui/money'
import type { AmountTotals } from '@/lib/tables/payments/amount-totals'

/** The sum of each currency, how many payments it is of, and how many rows have no amount that can be paid. */
export function PaymentTotals({ amounts }: { amounts: AmountTotals }) {
  const t = useTranslations('intake.payment')
  const words = useSums()
  const { sums, paid, problems } = amounts
  const unread = Object.values(problems).reduce((sum, n) => sum + n, 0)
  const why = (Object.keys(problems) as (keyof typeof problems)[]).map((problem) =>
    t(`problem.${problem}`, { n: problems[problem] ?? 0 }),
  )
  return (
    <div className="grid gap-1" role="status">
      <p className="num font-medium wrap-anywhere">
        {t('sum', { sum: words(sums) || t('nothing'), n: paid })}
      </p>
      {unread > 0 && (
        <p className="text-fg-muted">
          {t('unread', { n: unread })} {why.join(', ')}
        </p>
      )}
    </div>
  )
}
