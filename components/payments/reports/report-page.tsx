'use client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListMenu } from '@/components/exports/list-menu'
import { MorePages } from '@/components/page/more-pages'
import { Page } from '@/components/page/page'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/input'
import { Time } from '@/components/ui/format'
import { Toolbar } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Banner } from '@/components/ui/messages/banner'
import { useChangeAnnouncement } from '@/components/ui/messages/use-change-announcement'
import { api, pages } from '@/lib/http/paths'
import { REPORT_JOINS, type ReportJoin, type ReportView } from '@/lib/payments/reports/view'
import { JoinReport } from './join-report'
import { bankReportQuery } from './queries'
import { ReportFacts } from './report-facts'
import { ReportLines } from './report-lines'

/** A bank report as a table: what the bank sent, beside what was read from it. */
export function ReportPage({ id }: { id: string }) {
  const t = useTranslations('reports')
  const payments = useTranslations('payments')
  const [join, setJoin] = useState<ReportJoin | null>(null)
  const query = useInfiniteQuery({ ...bankReportQuery(id, join), placeholderData: keepPreviousData })
  const [report] = query.data?.pages ?? []
  const found = report && payments('lines.count', { n: report[join ?? 'lines'] })
  useChangeAnnouncement(join, found && !query.isPlaceholderData ? found : null)
  if (!report) return null
  const lines = query.data?.pages.flatMap(({ page }) => page.items) ?? []
  return (
    <Page
      breadcrumb={[
        { label: payments('title'), href: pages.payments() },
        { label: t('title'), href: pages.paymentReports() },
      ]}
      title={<span translate="no">{report.fileName}</span>}
      meta={<Meta report={report} />}
    >
      <div className="grid grid-cols-1 gap-2 px-6 not-empty:pt-4 max-md:px-4">
        {report.about === 'status' && (
          <Banner kind="warning" title={t('status.title')}>
            {t('status.text')}
          </Banner>
        )}
        {report.runId === null && (
          <Banner kind="info" title={t('alone.title')} action={report.may.join && <JoinReport id={id} />}>
            {t('alone.text', { known: report.knownNames ?? 0, lines: report.lines })}
          </Banner>
        )}
        {report.changed > 0 && <Banner kind="warning">{t('changed', { n: report.changed })}</Banner>}
      </div>
      <ReportFacts report={report} />
      <Toolbar className="items-end gap-3 pb-3 print:hidden">
        <Field label={t('filter')}>
          <Select
            scale="sm"
            value={join ?? ''}
            onChange={({ target }) => setJoin(REPORT_JOINS.find((one) => one === target.value) ?? null)}
            options={[
              { value: '', label: t('all') },
              ...REPORT_JOINS.map((value) => ({ value, label: t(`join.${value}`) })),
            ]}
          />
        </Field>
        <div className="ml-auto">
          <ListMenu label={t('download')} urlOf={(format) => api.paymentReportTable(id, format)} small />
        </div>
      </Toolbar>
      <ReportLines report={report} lines={lines} />
      <MorePages query={query}>{t('more')}</MorePages>
    </Page>
  )
}

function Meta({ report: { receivedAt, receivedBy, runId, runName, version } }: { report: ReportView }) {
  const t = useTranslations('reports')
  return (
    <>
      <span>{t.rich('received', { time: () => <Time value={receivedAt} />, name: receivedBy.name })}</span>
      {version && <span translate="no">{version}</span>}
      {runId && (
        <Link href={pages.paymentRun(runId)} translate="no">
          {runName ?? runId}
        </Link>
      )}
    </>
  )
}
