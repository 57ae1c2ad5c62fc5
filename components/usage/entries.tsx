'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { Time, useDateWords } from '@/components/ui/format'
import { Cell, EmptyRow, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import type { EntryView } from '@/lib/usage/view'
import { UsageHead } from './section'

/** The latest top-ups and corrections, with their authors. */
export function Entries({ entries }: { entries: EntryView[] }) {
  const t = useTranslations('usage.entries')
  const format = useFormatter()
  const words = useDateWords()
  const monthOf = (month: string) =>
    words(`${month}-01T00:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <div className="pt-7 pb-2">
      <UsageHead id="entries" title={t('title')} />
      <TableRegion label={t('title')} className="mt-3">
        <Table caption={t('title')}>
          <thead>
            <tr>
              <HeadCell>{t('at')}</HeadCell>
              <HeadCell>{t('kind')}</HeadCell>
              <HeadCell numeric>{t('amount')}</HeadCell>
              <HeadCell>{t('note')}</HeadCell>
              <HeadCell>{t('by')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {entries.length === 0 && <EmptyRow columns={5}>{t('empty')}</EmptyRow>}
            {entries.map((entry) => (
              <tr key={entry.id}>
                <RowHeader className="min-w-[11rem] whitespace-normal wrap-anywhere">
                  <Time value={entry.at} />
                </RowHeader>
                <Cell>{t(entry.kind)}</Cell>
                <Cell numeric>{format.number(entry.amount, { signDisplay: 'exceptZero' })}</Cell>
                <Cell className="min-w-56 whitespace-normal wrap-anywhere">
                  {entry.month === null ? entry.note : t('summed', { month: monthOf(entry.month) })}
                </Cell>
                <Cell>{entry.month === null && (entry.by?.name ?? t('system'))}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableRegion>
    </div>
  )
}
