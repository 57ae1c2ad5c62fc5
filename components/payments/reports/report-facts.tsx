'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Num } from '@/components/ui/format'
import { Fact } from '@/components/ui/layout'
import { Cell, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import type { ReportView } from '@/lib/payments/reports/view'

const COUNTS = ['lines', 'joined', 'counted', 'ambiguous', 'unmatched', 'differs'] as const

/** The counts, levels, legend and notes of a report. The code of a level is never shown as the result of a line. */
export function ReportFacts({ report }: { report: ReportView }) {
  const t = useTranslations('reports')
  const { notReported, originalMessageIds, legend, notes, levels } = report
  return (
    <div className="grid grid-cols-1 gap-5 px-6 py-5 max-md:p-4">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {COUNTS.map((name) => (
          <Count key={name} name={name} n={report[name]} />
        ))}
        {notReported !== null && <Count name="notReported" n={notReported} />}
        {originalMessageIds.length > 0 && (
          <Fact term={t('answers')} className="font-mono text-sm">
            <span translate="no">{originalMessageIds.join(', ')}</span>
          </Fact>
        )}
      </dl>
      {notes.length > 0 && (
        <section aria-label={t('notesTitle')}>
          <h2 className="text-md">{t('notesTitle')}</h2>
          <ul className="mt-1 grid gap-1 text-sm">
            {notes.map(({ code, file, line, element, declared, found }) => (
              <li key={[code, file, line, element].join()}>
                {t(`notes.${code}`, { declared: declared ?? 0, found: found ?? 0 })}{' '}
                <span className="text-fg-muted" translate="no">
                  {[file, line !== undefined && t('line', { n: line }), element].filter(Boolean).join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {levels.length > 0 && <Levels report={report} />}
      {legend.length > 0 && (
        <details>
          <summary className="cursor-pointer font-medium">{t('legend.title')}</summary>
          <p className="mt-1 text-sm text-fg-muted">{t('legend.text')}</p>
          <ul className="mt-1 grid gap-1 text-sm wrap-anywhere" translate="no">
            {[...new Set(legend)].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Count({ name, n }: { name: (typeof COUNTS)[number] | 'notReported'; n: number }) {
  const t = useTranslations('reports.count')
  return (
    <Fact term={t(name)} className={cx('text-lg', n > 0 ? 'font-semibold' : 'text-fg-muted')}>
      <Num value={n} />
    </Fact>
  )
}

function Levels({ report: { levels } }: { report: ReportView }) {
  const t = useTranslations('reports.levels')
  return (
    <div>
      <h2 className="text-md">{t('title')}</h2>
      <p className="mb-2 text-sm text-fg-muted">{t('text')}</p>
      <TableRegion label={t('title')} className="max-w-page rounded-lg border border-border">
        <Table caption={t('title')} full={false}>
          <thead>
            <tr>
              <HeadCell>{t('level')}</HeadCell>
              <HeadCell>{t('code')}</HeadCell>
              <HeadCell numeric>{t('lines')}</HeadCell>
              <HeadCell>{t('counts')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {levels.map(({ messageId, batchId, code, lines, counts }) => (
              <tr key={`${messageId}|${batchId}`}>
                <RowHeader translate="no">{batchId ?? messageId ?? t('group')}</RowHeader>
                <Cell translate="no">{code}</Cell>
                <Cell numeric>{lines !== null && <Num value={lines} />}</Cell>
                <Cell translate="no">{counts.map((one) => `${one.code} ${one.lines}`).join(', ')}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableRegion>
    </div>
  )
}
