'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { ProfileAdvice } from '@/components/payments/profile-advice'
import { Time } from '@/components/ui/format'
import { LineList, SectionHead } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { pages } from '@/lib/http/paths'
import type { ReportSummary, RunView } from '@/lib/payments/view'
import { ReportDrop } from './report-drop'

/** The bank reports of a run, and a drop zone for another one. */
export function RunReports({ run }: { run: RunView }) {
  const t = useTranslations('reports.run')
  const id = useId()
  if (!run.may.report && run.reportsReceived.length === 0) return null
  return (
    <section aria-labelledby={id} className="min-w-0 border-t border-border px-6 py-5 max-md:p-4">
      <SectionHead id={id} title={t('title')} />
      {run.reportsReceived.length > 0 && (
        <LineList className="mb-3 max-w-form text-sm">
          {run.reportsReceived.map((report) => (
            <ReportItem key={report.id} report={report} />
          ))}
        </LineList>
      )}
      {run.may.report && (
        <div className="grid max-w-form gap-3">
          <ProfileAdvice advice={run.advice} topic="report" className="text-sm text-fg-muted" />
          <ReportDrop runId={run.id} />
        </div>
      )}
    </section>
  )
}

function ReportItem({ report }: { report: ReportSummary }) {
  const t = useTranslations('reports')
  const { about, lines, joined, ambiguous, unmatched, differs } = report
  return (
    <li className="flex-wrap gap-x-3 py-2">
      <Link href={pages.paymentReport(report.id)} translate="no" className="wrap-anywhere">
        {report.fileName}
      </Link>
      <span className="text-fg-muted">
        <Time value={report.receivedAt} />
      </span>
      <span className="num w-full text-fg-muted">
        {about === 'status'
          ? t('status.short')
          : t('counts', { lines, joined, open: ambiguous + unmatched, differs })}
      </span>
    </li>
  )
}
