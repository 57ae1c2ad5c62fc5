'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import { Banner } from '@/components/ui/messages/banner'
import { EmptyRow, HeadCell, Table, TableRegion } from '@/components/ui/table'
import type { Ledger } from '@/lib/usage/reconcile.server'
import type { Line } from '@/lib/usage/reconciliation'
import { columnsOf, linesOf } from './ledger-lines'
import { LedgerRow } from './ledger-row'
import { ledgerQuery, type UsagePeriod } from './queries'
import { SumRow, UsageHead } from './section'

/** What was sent, acknowledged and lost, compared with the ledger and with the results on screen. */
export function LedgerTable({ period }: { period: UsagePeriod }) {
  const t = useTranslations('usage.ledger')
  const usage = useTranslations('usage')
  const { data, isError, isPlaceholderData } = useQuery(ledgerQuery(period))
  return (
    <div className="pt-7 pb-2">
      <UsageHead id="ledger" title={t('title')} lead={t('lead')} />
      {isError && <Banner kind="error">{usage('tableFailed')}</Banner>}
      {data && <Verdict total={data.total} />}
      {data && (
        <TableRegion label={t('title')} aria-busy={isPlaceholderData} className="mt-3">
          <Lines ledger={data} />
        </TableRegion>
      )}
    </div>
  )
}

/** Columns and lines without numbers are left out; the total includes them. */
function Lines({ ledger }: { ledger: Ledger }) {
  const t = useTranslations('usage.ledger')
  const columns = columnsOf(ledger)
  const lines = linesOf(ledger)
  return (
    <Table caption={t('title')}>
      <thead>
        <tr>
          <HeadCell>{t('column.submission')}</HeadCell>
          {columns.map((name) => (
            <HeadCell key={name} numeric>
              {t(`column.${name}`)}
            </HeadCell>
          ))}
          <HeadCell>{t('column.addsUp')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {lines.length === 0 && <EmptyRow columns={columns.length + 2}>{t('empty')}</EmptyRow>}
        {lines.map((line) => (
          <LedgerRow key={line.kind === 'upload' ? line.id : line.day} line={line} columns={columns} />
        ))}
      </tbody>
      {lines.length > 0 && (
        <SumRow>
          <LedgerRow line={ledger.total} columns={columns} />
        </SumRow>
      )}
    </Table>
  )
}

function Verdict({ total: { addsUp, differs, credits } }: { total: Line }) {
  const t = useTranslations('usage.ledger')
  return (
    <p className="mx-6 mt-3 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-fg-muted max-md:mx-4">
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
