'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useLiveEvent } from '@/components/live/event-stream'
import { ReviewChip, SandboxChip } from '@/components/outcome/review-chip'
import { reviewChipOf } from '@/components/outcome/review-state'
import { StatusChip } from '@/components/outcome/status-chip'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Cell, EmptyRow, HeadCell, Row, RowHeader, Table, TableRegion } from '@/components/ui/table'
import type { HistoryItem } from '@/lib/history/search.server'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { formatIban, shortIban } from '@/lib/iban/format'
import { recentQuery } from './desk/queries'
import { useIsToday } from './desk/use-is-today'

type RecentChecksProps = {
  environment: EnvironmentName
  /** Opens a result on this page; without it the row is a link like any other. */
  onOpen?: (id: string) => void
}
const COLUMNS = 6

/** My latest single checks of today. */
export function RecentChecks({ environment, onOpen }: RecentChecksProps) {
  const t = useTranslations('check')
  const client = useQueryClient()
  const query = recentQuery(environment)
  const { data, isError, refetch } = useQuery(query)
  useLiveEvent('verification', () => client.invalidateQueries({ queryKey: query.queryKey }))
  const isToday = useIsToday()
  // of what was forgotten nothing is left to open again; the history says that it was checked
  const items = data?.items.filter((item) => !item.purged && isToday(item.createdAt))
  return (
    <section aria-labelledby="recent-checks">
      <div className="section-head">
        <h2 id="recent-checks">{t('recentTitle')}</h2>
        <span className="text-fg-muted">{t('today')}</span>
        <Link href={pages.history(environment)}>{t('openHistory')}</Link>
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
          <Table caption={t('recentTitle')} className="recent">
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
        <HeadCell className="wide">{t('time')}</HeadCell>
        <HeadCell className="recent-name">{t('name')}</HeadCell>
        <HeadCell className="wide">{t('iban')}</HeadCell>
        <HeadCell className="wider">{t('bank')}</HeadCell>
        <HeadCell className="recent-result">{t('result')}</HeadCell>
        <HeadCell className="wide">{t('review')}</HeadCell>
      </tr>
    </thead>
  )
}

function Line({ item, onOpen }: { item: HistoryItem; onOpen?: (id: string) => void }) {
  const t = useTranslations('check.recent')
  const href = pages.checkResult(item.environment, item.id)
  const chip = reviewChipOf(item.reviewState)
  const openHere = (event: MouseEvent) => {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(item.id)
  }
  return (
    <Row href={href} onOpen={onOpen && (() => onOpen(item.id))}>
      <Cell className="wide num">
        <Time value={item.createdAt} />
      </Cell>
      <RowHeader className="recent-name cell-name">
        <Link href={href} onClick={openHere} translate="no">
          {item.name}
        </Link>
        <span className="narrow cell-mono">
          <span className="sr-only">{t('ending', { digits: item.iban.slice(-4) })}</span>
          <span aria-hidden="true">{shortIban(item.iban)}</span> <Time value={item.createdAt} />
        </span>
      </RowHeader>
      <Cell mono className="wide" translate="no">
        {formatIban(item.iban)}
      </Cell>
      <Cell className="wider cell-words" translate="no">
        {item.bankName}
      </Cell>
      <Cell className="recent-result">
        <span className="inline-flex flex-wrap gap-1.5 max-md:justify-end">
          <StatusChip kind={item.outcome} />
          {item.environment === 'sandbox' && <SandboxChip />}
        </span>
      </Cell>
      <Cell className="wide">{chip && <ReviewChip state={chip} />}</Cell>
    </Row>
  )
}
