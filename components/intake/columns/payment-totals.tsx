'use client'
import { useLocale, useTranslations } from 'use-intl'
import type { AmountTotals } from '@/lib/tables/payments/amount-totals'
import type { CurrencySums } from '@/lib/tables/payments/line'

/** @returns a function that writes sums as "1,234.50 EUR + 20.00 USD", exactly as they are */
export function useSumWords() {
  const locale = useLocale()
  const t = useTranslations('intake.payment')
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 })
  return (sums: CurrencySums): string => {
    const all = Object.entries(sums)
    if (all.length === 0) return t('nothing')
    // a decimal text is formatted exactly, a number would be rounded
    return all.map(([currency, sum]) => `${format.format(sum as `${number}`)} ${currency}`).join(' + ')
  }
}

/** The sum of each currency, how many payments it is of, and how many rows have no amount that can be paid. */
export function PaymentTotals({ amounts }: { amounts: AmountTotals }) {
  const t = useTranslations('intake.payment')
  const words = useSumWords()
  const { sums, paid, problems } = amounts
  const unread = Object.values(problems).reduce((sum, n) => sum + n, 0)
  const why = (Object.keys(problems) as (keyof typeof problems)[]).map((problem) =>
    t(`problem.${problem}`, { n: problems[problem] ?? 0 }),
  )
  return (
    <div className="grid gap-1" role="status">
      <p className="num font-medium wrap-anywhere">{t('sum', { sum: words(sums), n: paid })}</p>
      {unread > 0 && (
        <p className="text-fg-muted">
          {t('unread', { n: unread })} {why.join(', ')}
        </p>
      )}
    </div>
  )
}
