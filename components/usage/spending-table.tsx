'use client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Segmented } from '@/components/ui/fields/segmented'
import { Day, Num } from '@/components/ui/format'
import { Banner } from '@/components/ui/messages/banner'
import { Cell, EmptyRow, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import { PAID_SOURCES, type SpendingView, type SpentBy } from '@/lib/usage/view'
import { spendingQuery, type UsagePeriod } from './queries'
import { SumRow, UsageHead } from './section'

const COLUMNS = [...PAID_SOURCES, 'total'] as const
const GROUPS = ['byDay', 'byPerson'] as const
type Group = (typeof GROUPS)[number]

/** The credits of the period by day or by person, and where the checks came from. */
export function SpendingTable({ period }: { period: UsagePeriod }) {
  const t = useTranslations('usage.spending')
  const usage = useTranslations('usage')
  const [group, setGroup] = useState<Group>('byDay')
  const { data, isError, isPlaceholderData } = useQuery(spendingQuery(period))
  const options = GROUPS.map((value) => ({ value, label: t(value) }))
  return (
    <div className="pt-7 pb-2">
      <UsageHead id="spending" title={t('title')} lead={t('lead')}>
        <Segmented label={t('group')} value={group} onChange={setGroup} options={options} />
      </UsageHead>
      {isError && <Banner kind="error">{usage('tableFailed')}</Banner>}
      {data && (
        <TableRegion label={t('title')} aria-busy={isPlaceholderData} className="mt-3">
          <Lines spending={data} group={group} />
        </TableRegion>
      )}
    </div>
  )
}

function Lines({ spending, group }: { spending: SpendingView; group: Group }) {
  const t = useTranslations('usage.spending')
  return (
    <Table caption={t('title')}>
      <thead>
        <tr>
          <HeadCell>{t(group === 'byDay' ? 'day' : 'person')}</HeadCell>
          {COLUMNS.map((source) => (
            <HeadCell key={source} numeric>
              {t(source)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {spending.byDay.length === 0 && <EmptyRow columns={COLUMNS.length + 1}>{t('empty')}</EmptyRow>}
        {group === 'byDay'
          ? spending.byDay.map((line) => <Line key={line.day} spent={line} name={<Day value={line.day} />} />)
          : spending.byPerson.map((line) => (
              <Line key={line.person?.id ?? ''} spent={line} name={line.person?.name ?? t('nobody')} />
            ))}
      </tbody>
      {spending.byDay.length > 0 && (
        <SumRow>
          <Line spent={spending.total} name={t('sum')} />
        </SumRow>
      )}
    </Table>
  )
}

const Line = ({ spent, name }: { spent: SpentBy; name: ReactNode }) => (
  <tr>
    <RowHeader className="cell-words">{name}</RowHeader>
    {COLUMNS.map((source) => (
      <Cell key={source} numeric>
        <Num value={spent[source]} />
      </Cell>
    ))}
  </tr>
)
