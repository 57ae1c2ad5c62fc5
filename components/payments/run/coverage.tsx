'use client'
import { useTranslations } from 'use-intl'
import { Num, usePercent } from '@/components/ui/format'
import { LineList, SectionHead } from '@/components/ui/layout'
import { useAmount } from '@/components/ui/money'
import type { Coverage } from '@/lib/payments/view'

/** The share of released lines and sums that had been checked, and the reasons of all other lines. */
export function RunCoverage({ coverage }: { coverage: Coverage }) {
  const t = useTranslations('payments.coverage')
  const law = useTranslations('law')
  const reasons = useTranslations('payments.reasonShort')
  const percent = usePercent()
  const { released, checked } = coverage
  if (released.lines === 0) return null
  return (
    <section aria-labelledby="pay-coverage" className="min-w-0 border-t border-border px-6 py-5 max-md:p-4">
      <SectionHead id="pay-coverage" title={t('title')} />
      <p className="num max-w-form">
        {t('lines', {
          share: percent(checked.lines / released.lines),
          checked: checked.lines,
          released: released.lines,
        })}
        <CoverageMoney coverage={coverage} />
      </p>
      {coverage.reasons.length > 0 && (
        <>
          <h3 className="mt-3 text-sm">{t('keptOut')}</h3>
          <LineList className="mt-1.5 max-w-form text-sm *:min-h-9 *:justify-between *:gap-3">
            {coverage.reasons.map(({ reason, lines }) => (
              <li key={reason}>
                {reasons(reason)}
                <Num value={lines} />
              </li>
            ))}
          </LineList>
        </>
      )}
      <p className="mt-3 max-w-form text-sm text-fg-muted">{law('evidence')}</p>
    </section>
  )
}

/** The checked share of the released sums, one row for each currency. */
export function CoverageMoney({ coverage: { released, checked } }: { coverage: Coverage }) {
  const t = useTranslations('payments.coverage')
  const percent = usePercent()
  const amount = useAmount()
  return Object.entries(released.sums).map(([currency, sum]) => (
    <span key={currency} className="block">
      {t('money', {
        share: percent(shareOf(checked.sums[currency], sum)),
        checked: amount(checked.sums[currency] ?? '0', currency),
        released: amount(sum, currency),
        currency,
      })}
    </span>
  ))
}

/** A share is only displayed, so floating point is exact enough. */
const shareOf = (part: string | undefined, whole: string): number =>
  Number(whole) === 0 ? 0 : Number(part ?? 0) / Number(whole)
