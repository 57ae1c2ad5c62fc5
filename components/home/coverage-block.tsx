'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { CoverageMoney } from '@/components/payments/run/coverage'
import { usePercent } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { api } from '@/lib/http/paths'
import type { Coverage } from '@/lib/payments/view'
import { Block } from './block'

/** This month's share of released lines and money that had a fresh check, and what kept the rest out. */
export function CoverageBlock({ coverage }: { coverage: Coverage }) {
  const t = useTranslations('paymentAdmin.coverage')
  const reasonWords = useTranslations('payments.reasonShort')
  const format = useFormatter()
  const percent = usePercent()
  const { released, checked, reasons } = coverage
  const file = (
    <a className="btn" href={`${api.paymentCoverage}?format=csv`} download>
      <Icon name="download" />
      {t('export')}
    </a>
  )
  return (
    <Block title={t('title')} action={file}>
      <p className="num max-w-form">
        {t('lines', { share: percent(checked.lines / released.lines), released: released.lines })}
        <CoverageMoney coverage={coverage} />
      </p>
      {reasons.length > 0 && (
        <p className="num mt-1.5 max-w-form text-sm text-fg-muted">
          {t('rest', {
            reasons: format.list(
              reasons.map(({ reason, lines }) => t('reason', { reason: reasonWords(reason), n: lines })),
            ),
          })}
        </p>
      )}
    </Block>
  )
}
