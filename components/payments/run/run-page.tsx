'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { useRecent } from '@/components/page/recent'
import { GateBar } from '@/components/payments/gates'
import { LineTools } from '@/components/payments/lines/line-tools'
import { LinesTable } from '@/components/payments/lines/lines-table'
import { useLines } from '@/components/payments/lines/use-lines'
import { paymentRunQuery } from '@/components/payments/queries'
import { RunReports } from '@/components/payments/reports/run-reports'
import { useLiveRefetch } from '@/components/payments/use-live-refetch'
import { loadWithRetry, useEverOpen } from '@/components/ui/lazy'
import { pages } from '@/lib/http/paths'
import type { RunView } from '@/lib/payments/view'
import { RunCoverage } from './coverage'
import { GateTable } from './gate-table'
import { RunNotices } from './notices'
import { RunActions } from './run-actions'
import { RunFacts } from './run-facts'
import { RunMeta } from './run-meta'

const Releases = dynamic(() =>
  loadWithRetry(() => import('@/components/payments/release/releases').then((part) => part.Releases)),
)

const LineDrawer = dynamic(
  () =>
    loadWithRetry(() => import('@/components/payments/lines/line-drawer').then((part) => part.LineDrawer)),
  { ssr: false },
)

/** The page of a payment run: its facts, gates, releases, bank reports and lines. */
export function PaymentRunPage({ id }: { id: string }) {
  const client = useQueryClient()
  const query = useQuery(paymentRunQuery(id))
  useLiveRefetch(() => client.invalidateQueries({ queryKey: paymentRunQuery(id).queryKey }))
  if (!query.data) return null
  const lost = query.isError ? { retry: () => void query.refetch(), busy: query.isFetching } : null
  return <Desk run={query.data} lost={lost} />
}

type DeskProps = { run: RunView; lost: { retry: () => void; busy: boolean } | null }

function Desk({ run, lost }: DeskProps) {
  const t = useTranslations('payments')
  const lines = useLines(run)
  const everOpened = useEverOpen(lines.opened !== null)
  useRecent({ kind: 'payment', href: pages.paymentRun(run.id), label: run.fileName })
  return (
    <Page
      breadcrumb={[{ label: t('title'), href: pages.payments() }]}
      title={<span translate="no">{run.fileName}</span>}
      meta={<RunMeta run={run} />}
      headActions={<RunActions run={run} lines={lines} />}
    >
      <RunNotices run={run} lost={lost} onOnly={lines.showOnly} />
      {run.state === 'ready' && (
        <>
          <section aria-label={t('run.overview')} className="grid gap-5 px-6 pt-5 pb-6 max-md:p-4">
            <RunFacts run={run} />
            <GateBar gates={run.gates} total={run.lines} label={t('run.bar')} />
            <GateTable run={run} chosen={lines.filters.gate} onToggle={lines.toggleGate} />
          </section>
          <Suspense>{run.releasesMade.length > 0 && <Releases run={run} />}</Suspense>
          <div className="grid grid-cols-1 lg:grid-flow-col lg:auto-cols-fr">
            <RunReports run={run} />
            <RunCoverage coverage={run.coverage} />
          </div>
          <LineTools run={run} lines={lines} />
          <LinesTable run={run} lines={lines} />
          {everOpened && <LineDrawer run={run} lines={lines} />}
        </>
      )}
    </Page>
  )
}
