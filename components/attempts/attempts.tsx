'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FirstPage } from '@/components/live/list-query'
import { LoadFailed } from '@/components/page/load-failed'
import { MorePages } from '@/components/page/more-pages'
import { Page } from '@/components/page/page'
import { Num } from '@/components/ui/format'
import { PageBody } from '@/components/ui/layout'
import { Empty } from '@/components/ui/messages/empty'
import type { UnknownAttemptPage, UnknownAttemptTotals, UnknownAttemptView } from '@/lib/attempts/view'
import { AttemptCard } from './attempt-card'
import { DecideDialog } from './decide-dialog'
import { attemptsQuery } from './queries'

type AttemptsProps = { first: FirstPage<UnknownAttemptPage>; myId: string }

/** The credits that may have been billed without a result, and one card per request. */
export function Attempts({ first, myId }: AttemptsProps) {
  const t = useTranslations('attempts')
  const query = useInfiniteQuery({ ...attemptsQuery, ...first })
  const { data, isError, refetch } = query
  const [open, setOpen] = useState<UnknownAttemptView | null>(null)
  const items = data.pages.flatMap((page) => page.items)
  const total = data.pages.at(-1)?.total
  return (
    <Page title={t('title')} meta={t('lead')}>
      <PageBody className="max-w-page gap-4 pb-8 max-md:pt-3 max-md:pb-6">
        {isError && <LoadFailed retry={() => refetch()}>{t('loadFailed')}</LoadFailed>}
        {items.length > 0 && total && <AtStake total={total} />}
        {items.map((item) => (
          <AttemptCard key={item.id} attempt={item} myId={myId} onDecide={() => setOpen(item)} />
        ))}
        <MorePages query={query} className="justify-self-center">
          {t('more')}
        </MorePages>
        {items.length === 0 && <Empty title={t('empty.title')}>{t('empty.text')}</Empty>}
      </PageBody>
      {open && <DecideDialog attempt={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function AtStake({ total }: { total: UnknownAttemptTotals }) {
  const t = useTranslations('attempts.total')
  const { credits, batches, checks, waiting } = total
  return (
    <section
      aria-label={t('label')}
      className="rounded-lg border border-border-control border-dashed px-5 py-4 text-fg-muted"
    >
      <p>
        <Num value={credits} className="num mr-1 font-semibold text-2xl text-fg tracking-[-0.03em]" />{' '}
        <span className="font-[550] text-fg">{t('credits', { count: credits })}</span>
      </p>
      <p>
        {t('parts', { batches, checks })} {waiting > 0 && t('waiting', { count: waiting })}
      </p>
    </section>
  )
}
