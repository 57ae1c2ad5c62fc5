'use client'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ReviewChip } from '@/components/outcome/review-chip'
import { reviewChipOf } from '@/components/outcome/review-state'
import { StatusChip } from '@/components/outcome/status-chip'
import { Button, ButtonLink } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Cell, EmptyRow, HeadCell, Row, RowHeader, Table, TableRegion } from '@/components/ui/table'
import { pages } from '@/lib/http/paths'
import { formatIban, shortIban } from '@/lib/iban/format'
import type { HistoryItem } from '@/lib/verifications/search.server'
import { isFiltered } from './url'
import type { History } from './use-history'
import { useRowKeys } from './use-row-keys'

const COLUMNS = 7

/** One page of checks. The whole row opens its record; the name is the link. */
export function CheckTable({ history }: { history: History }) {
  const t = useTranslations('history')
  const body = useRowKeys()
  return (
    <TableRegion label={t('table')}>
      <Table caption={t('table')}>
        <thead>
          <tr>
            <HeadCell aria-sort="descending" className="max-md:hidden">
              {t('column.checked')}
            </HeadCell>
            <HeadCell className="max-md:pl-4">{t('column.name')}</HeadCell>
            <HeadCell className="max-md:hidden">{t('column.iban')}</HeadCell>
            <HeadCell>{t('column.result')}</HeadCell>
            <HeadCell className="max-md:hidden">{t('column.review')}</HeadCell>
            <HeadCell className="max-lg:hidden">{t('column.by')}</HeadCell>
            <HeadCell className="max-lg:hidden">{t('column.source')}</HeadCell>
          </tr>
        </thead>
        <tbody ref={body}>
          {history.page.isPending && <SkeletonRows columns={COLUMNS} rows={10} label={t('loading')} />}
          {history.page.isSuccess && history.items.length === 0 && <NoRows history={history} />}
          {history.items.map((item) => (
            <CheckRow key={item.id} item={item} history={history} />
          ))}
        </tbody>
      </Table>
    </TableRegion>
  )
}

function NoRows({ history }: { history: History }) {
  const t = useTranslations('history')
  const filtered = isFiltered(history.filters, history.search.text)
  return (
    <EmptyRow columns={COLUMNS}>
      <p className="mb-4">{t(filtered ? 'noneFound' : 'none')}</p>
      {filtered ? (
        <Button onClick={history.clear}>{t('clearFilters')}</Button>
      ) : (
        <ButtonLink href={pages.check(history.environment)}>{t('newCheck')}</ButtonLink>
      )}
    </EmptyRow>
  )
}

function CheckRow({ item, history }: { item: HistoryItem; history: History }) {
  const t = useTranslations('history')
  const chip = reviewChipOf(item.reviewState)
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    history.open(item.id)
  }
  return (
    <Row onOpen={() => history.open(item.id)} selected={item.id === history.filters.open}>
      <Cell quiet className="max-md:hidden">
        <Time value={item.createdAt} className="num" />
      </Cell>
      <RowHeader className="cell-name max-md:pl-4">
        <a href={pages.historyItem(history.environment, item.id)} onClick={follow} data-row translate="no">
          {item.name ?? t('hidden')}
        </a>
      </RowHeader>
      <Cell mono className="max-md:hidden">
        <Iban value={item.iban} />
      </Cell>
      <Cell>
        <StatusChip kind={item.outcome} />
      </Cell>
      <Cell className="max-md:hidden">{chip && <ReviewChip state={chip} variant="plain" />}</Cell>
      <Cell className="max-lg:hidden">{item.requestedBy.name}</Cell>
      <Cell quiet className="max-lg:hidden">
        {item.upload
          ? t(item.upload.row ? 'fromRow' : 'fromFile', {
              file: item.upload.fileName,
              row: item.upload.row ?? 0,
            })
          : t(`source.${item.source}`)}
      </Cell>
    </Row>
  )
}

/** Whole where there is room; masked readers get the short form from the server. */
function Iban({ value }: { value: string }) {
  const t = useTranslations('history')
  if (value.includes('·')) return <span title={t('masked')}>{value}</span>
  return (
    <>
      <span className="max-xl:hidden" translate="no">
        {formatIban(value)}
      </span>
      <span className="xl:hidden" role="img" aria-label={t('ibanEnding', { end: value.slice(-4) })}>
        {shortIban(value)}
      </span>
    </>
  )
}
