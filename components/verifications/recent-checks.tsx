'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useLiveEvent } from '@/components/live/event-stream'
import { ReviewChip, SandboxChip } from '@/components/outcome/review-chip'
import { StatusChip } from '@/components/outcome/status-chip'
import { ShortIban } from '@/components/page/short-iban'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { isPlainClick, Link } from '@/components/ui/link'
import { Banner } from '@/components/ui/messages/banner'
import { SkeletonRows } from '@/components/ui/messages/skeleton'
import { Cell, EmptyRow, HeadCell, Row, RowHeader, Table, TableRegion } from '@/components/ui/table'
import type { HistoryItem } from '@/lib/history/search.server'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { formatIban } from '@/lib/iban/format'
import { recentQuery } from './desk/queries'
import { useIsToday } from './desk/use-is-today'

type RecentChecksProps = {
  environment: EnvironmentName
  /** Opens a result on this page; without it the row is a plain link. */
  onOpen?: (id: string) => void
}
const COLUMNS = 6
const RESULT = 'max-md:pr-4 max-md:text-right max-md:whitespace-normal'

/** The person's latest single checks of today. */
export function RecentChecks({ environment, onOpen }: RecentChecksProps) {
  const t = useTranslations('check')
  const client = useQueryClient()
  const query = recentQuery(environment)
  const { data, isError, refetch } = useQuery(query)
  useLiveEvent('verification', () => client.invalidateQueries({ queryKey: query.queryKey }))
  const isToday = useIsToday()
  // erased checks have nothing to open; the history shows that they existed
  const items = data?.items.filter((item) => !item.purged && isToday(item.createdAt))
  return (
    <section aria-labelledby="recent-checks">
      <div className="flex flex-wrap items-baseline gap-2.5 px-6 pt-5 pb-2.5 max-md:px-4 max-md:pt-4.5 max-md:pb-2">
        <h2 id="recent-checks" className="text-md">
          {t('recentTitle')}
        </h2>
        <span className="text-fg-muted">{t('today')}</span>
        <Link href={pages.history(environment)} className="ml-auto text-sm leading-5">
          {t('openHistory')}
        </Link>
      </div>
      {isError && !items ? (
        <Banner
          className="mx-6 mb-6"
          action={
            <Button size="sm" onClick={() => refetch()}>
              {t('problem.tryAgain')}
            </Button>
          }
        >
          {t('recent.failed')}
        </Banner>
      ) : (
        <TableRegion label={t('recent.region')}>
          <Table caption={t('recentTitle')}>
            <Head />
            <tbody>
              {!items && <SkeletonRows rows={3} columns={COLUMNS} label={t('recent.loading')} />}
              {items?.length === 0 && <EmptyRow columns={COLUMNS}>{t('recent.empty')}</EmptyRow>}
              {items?.map((item) => (
                <Line key={item.id} item={item} onOpen={onOpen} />
              ))}
            </tbody>
          </Table>
        </TableRegion>
      )}
    </section>
  )
}

function Head() {
  const t = useTranslations('check.recent')
  return (
    <thead>
      <tr>
        <HeadCell className="max-md:hidden">{t('time')}</HeadCell>
        <HeadCell className="max-md:pr-0 max-md:pl-4">{t('name')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('iban')}</HeadCell>
        <HeadCell className="max-lg:hidden">{t('bank')}</HeadCell>
        <HeadCell className={RESULT}>{t('result')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('review')}</HeadCell>
      </tr>
    </thead>
  )
}

function Line({ item, onOpen }: { item: HistoryItem; onOpen?: (id: string) => void }) {
  const href = pages.checkResult(item.environment, item.id)
  const openHere = (event: MouseEvent) => {
    if (!onOpen || !isPlainClick(event)) return
    event.preventDefault()
    onOpen(item.id)
  }
  return (
    <Row href={href} onOpen={onOpen && (() => onOpen(item.id))}>
      <Cell className="num max-md:hidden">
        <Time value={item.createdAt} />
      </Cell>
      <RowHeader className="max-w-[18rem] max-md:max-w-none max-md:py-1.5 max-md:pr-0 max-md:pl-4 max-md:wrap-anywhere max-md:whitespace-normal">
        <Link
          href={href}
          onClick={openHere}
          translate="no"
          className="overflow-hidden text-ellipsis text-fg max-md:line-clamp-3 md:block"
        >
          {item.name}
        </Link>
        <span className="cell-mono flex flex-wrap gap-x-1.5 font-normal whitespace-nowrap text-fg-muted md:hidden">
          <ShortIban iban={item.iban} /> <Time value={item.createdAt} />
        </span>
      </RowHeader>
      <Cell mono className="max-md:hidden" translate="no">
        {formatIban(item.iban)}
      </Cell>
      <Cell className="cell-words max-lg:hidden" translate="no">
        {item.bankName}
      </Cell>
      <Cell className={RESULT}>
        <span className="inline-flex flex-wrap gap-1.5 max-md:justify-end">
          <StatusChip kind={item.outcome} />
          {item.environment === 'sandbox' && <SandboxChip />}
        </span>
      </Cell>
      <Cell className="max-md:hidden">
        <ReviewChip state={item.reviewState} />
      </Cell>
    </Row>
  )
}
