'use client'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ReviewChip } from '@/components/outcome/review-chip'
import { StatusChip } from '@/components/outcome/status-chip'
import { ShortIban } from '@/components/page/short-iban'
import { Time } from '@/components/ui/format'
import { isPlainClick } from '@/components/ui/link'
import { Cell, RowHeader } from '@/components/ui/table'
import type { HistoryColumn } from '@/lib/history/layout'
import type { HistoryItem } from '@/lib/history/search.server'
import { pages } from '@/lib/http/paths'
import { formatIban } from '@/lib/iban/format'
import type { History } from './use-history'

/** The width from which on a column is visible; name and result always are. */
export const COLUMN_BREAKPOINTS: Record<HistoryColumn, string> = {
  checked: 'max-md:hidden',
  name: 'max-md:pl-4',
  iban: 'max-md:hidden',
  bank: 'max-lg:hidden',
  reference: 'max-lg:hidden',
  result: '',
  review: 'max-md:hidden',
  by: 'max-lg:hidden',
  source: 'max-lg:hidden',
}

/** Free text: any length, any direction. */
const WRITTEN: HistoryColumn[] = ['bank', 'reference', 'by']

type CheckCellProps = { column: HistoryColumn; item: HistoryItem; history: History }

/** One cell of a check. The name is the row header and its link. */
export function CheckCell({ column, item, history }: CheckCellProps) {
  const content: Record<Exclude<HistoryColumn, 'name'>, ReactNode> = {
    checked: <Time value={item.createdAt} className="num" />,
    iban: !item.purged && <Iban value={item.iban} />,
    bank: item.bankName,
    reference: item.reference,
    result: <StatusChip kind={item.outcome} />,
    review: <ReviewChip state={item.reviewState} variant="plain" />,
    by: item.requestedBy.name,
    source: <Source item={item} />,
  }
  if (column === 'name') return <NameCell item={item} history={history} />
  return (
    <Cell
      quiet={column === 'checked' || column === 'source'}
      mono={column === 'iban'}
      className={`${COLUMN_BREAKPOINTS[column]} ${WRITTEN.includes(column) ? 'cell-words' : ''}`}
      translate={WRITTEN.includes(column) ? 'no' : undefined}
    >
      {content[column]}
    </Cell>
  )
}

function NameCell({ item, history }: Omit<CheckCellProps, 'column'>) {
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    history.open(item.id)
  }
  return (
    <RowHeader className={`max-w-[18rem] max-md:max-w-[40vw] ${COLUMN_BREAKPOINTS.name}`}>
      <a
        href={pages.historyItem(history.environment, item.id)}
        className="overflow-hidden text-ellipsis max-md:line-clamp-2 max-md:whitespace-normal max-md:wrap-anywhere md:block"
        onClick={follow}
        data-row
        translate="no"
      >
        {item.name ?? <Nameless item={item} />}
      </a>
    </RowHeader>
  )
}

/** Without a name, the end of its IBAN tells a check from the others. */
function Nameless({ item: { purged, iban } }: { item: HistoryItem }) {
  const t = useTranslations('history')
  const ending = useTranslations('iban')
  if (purged) return t('deleted')
  return (
    <>
      {t('hidden')}
      <span className="sr-only">, {ending('ending', { digits: iban.slice(-4) })}</span>
    </>
  )
}

function Source({ item }: { item: HistoryItem }) {
  const t = useTranslations('history')
  if (!item.upload) return t(`source.${item.source}`)
  const { fileName, row } = item.upload
  const file = <span translate="no">{fileName}</span>
  return (
    <span
      className="line-clamp-2 min-w-32 leading-4.5 text-ellipsis whitespace-normal wrap-anywhere"
      title={row ? t.markup('fromRow', { file: () => fileName, row }) : fileName}
    >
      {row ? t.rich('fromRow', { file: () => file, row }) : file}
    </span>
  )
}

/** The complete IBAN where it fits; masked readers get the short form from the server. */
function Iban({ value }: { value: string }) {
  const t = useTranslations('history')
  if (value.includes('·')) return <span title={t('masked')}>{value}</span>
  return (
    <>
      <span className="max-xl:hidden" translate="no">
        {formatIban(value)}
      </span>
      <ShortIban iban={value} className="xl:hidden" />
    </>
  )
}
