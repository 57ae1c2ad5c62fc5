'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Banner } from '@/components/ui/banner'
import { Chip } from '@/components/ui/chip'
import { EmptyRow, HeadCell, Table, TableRegion } from '@/components/ui/table'
import type { Line } from '@/lib/usage/books'
import { LedgerRow, NUMBERS } from './ledger-row'
import { PeriodFields } from './period-fields'
import { ledgerQuery, type Period } from './queries'

/** What was sent, taken and lost, held against the books and against what people are shown. */
export function LedgerTable({ period, onPeriod }: { period: Period; onPeriod: (period: Period) => void }) {
  const t = useTranslations('usage.ledger')
  const { data, isError, isPlaceholderData } = useQuery(ledgerQuery(period))
  return (
    <div className="usage-section">
      <div className="usage-head">
        <div className="min-w-0 flex-1">
          <h2 id="ledger">{t('title')}</h2>
          <p className="text-fg-muted">{t('lead')}</p>
        </div>
        {data && <PeriodFields from={data.from} to={data.to} onChange={onPeriod} />}
      </div>
      {isError && <Banner kind="error">{t('failed')}</Banner>}
      {data && <Verdict total={data.total} />}
      {data && (
        <TableRegion label={t('title')} aria-busy={isPlaceholderData} className="mt-3">
          <Table caption={t('title')}>
            <thead>
              <tr>
                <HeadCell>{t('column.submission')}</HeadCell>
                {NUMBERS.map((name) => (
                  <HeadCell key={name} numeric>
                    {t(`column.${name}`)}
                  </HeadCell>
                ))}
                <HeadCell>{t('column.addsUp')}</HeadCell>
              </tr>
            </thead>
            <tbody>
              {data.lines.length === 0 && <EmptyRow columns={NUMBERS.length + 2}>{t('empty')}</EmptyRow>}
              {data.lines.map((line) => (
                <LedgerRow key={line.kind === 'upload' ? line.id : line.day} line={line} />
              ))}
            </tbody>
            {data.lines.length > 0 && (
              <tfoot>
                <LedgerRow line={data.total} />
              </tfoot>
            )}
          </Table>
        </TableRegion>
      )}
    </div>
  )
}

function Verdict({ total: { addsUp, differs, credits } }: { total: Line }) {
  const t = useTranslations('usage.ledger')
  return (
    <p className="usage-verdict">
      <Chip icon={addsUp ? 'circle-check' : 'triangle-exclamation-point'}>
        {t(addsUp ? 'addsUp' : 'differs')}
      </Chip>
      <span>
        {addsUp ? t('addsUpText') : differs.map((name) => t(`differ.${name}`)).join(' ')}{' '}
        {credits.atRisk > 0 && t('atRisk', { count: credits.atRisk })}
      </span>
    </p>
  )
}
