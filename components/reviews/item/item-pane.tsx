'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NameAlone } from '@/components/names/name-alone'
import { NameDiff } from '@/components/names/name-diff'
import { LoadFailed } from '@/components/page/load-failed'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { ButtonLink } from '@/components/ui/button'
import { Banner } from '@/components/ui/messages/banner'
import { Skeleton } from '@/components/ui/messages/skeleton'
import { pages } from '@/lib/http/paths'
import type { QueueItem } from '@/lib/reviews/view'
import { AccountFacts } from './account-facts'
import { EarlierChecks } from './earlier-checks'
import { FirstDecision } from './first-decision'
import { ItemHead } from './item-head'
import { NotesAndDocuments } from './notes-and-documents'
import { SignalsBox } from './signals-box'

/** The middle pane: both names, their differences, the account, earlier checks. */
export function ItemPane({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  const item = desk.item.data
  const shown = item ?? desk.row
  if (!shown) return <NoItem desk={desk} />
  return (
    <Pane>
      <ItemHead desk={desk} shown={shown} item={item} />
      <div className="overflow-clip rounded-xl border border-border bg-surface shadow-1">
        {shown.name === '' ? <Banner>{t('purged')}</Banner> : <Comparison item={shown} />}
      </div>
      {item?.state === 'second_approval' && <FirstDecision item={item} />}
      {item ? (
        <>
          <SignalsBox item={item} environment={desk.environment} />
          {item.name !== '' && <AccountFacts item={item} />}
          <EarlierChecks item={item} environment={desk.environment} />
          {item.name !== '' && <NotesAndDocuments key={item.id} item={item} desk={desk} />}
        </>
      ) : (
        <ItemLoading failed={desk.item.isError} retry={() => desk.item.refetch()} />
      )}
    </Pane>
  )
}

function Pane({ children }: { children: ReactNode }) {
  const t = useTranslations('review')
  return (
    <section
      className="min-w-0 overflow-auto px-7 pt-6 pb-7 max-md:p-4 max-md:in-data-[open=false]:hidden"
      aria-label={t('item')}
    >
      {children}
    </section>
  )
}

function Comparison({ item }: { item: QueueItem }) {
  if (item.matchedName && item.comparison) {
    return (
      <NameDiff
        size="lg"
        voice="submitted"
        submitted={item.name}
        registered={item.matchedName}
        comparison={item.comparison}
      />
    )
  }
  const why = item.matchResult === 'match' ? 'close_match' : item.matchResult
  return <NameAlone size="lg" voice="submitted" submitted={item.name} why={why} />
}

function ItemLoading({ failed, retry }: { failed: boolean; retry: () => void }) {
  const t = useTranslations('review')
  if (!failed) return <Skeleton className="mt-6 h-32" label={t('loadingItem')} />
  return (
    <LoadFailed retry={retry} className="mt-6">
      {t('itemFailed')}
    </LoadFailed>
  )
}

function NoItem({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  const missing = useTranslations('shell.notFound')
  if (desk.item.isError) {
    return (
      <Pane>
        <h1 className="text-xl">{missing('recordTitle')}</h1>
        <p className="mt-2 mb-5 text-fg-muted">{missing('record')}</p>
        <ButtonLink href={pages.history(desk.environment)}>{missing('history')}</ButtonLink>
      </Pane>
    )
  }
  return <Pane>{desk.currentId !== null && <Skeleton className="h-48" label={t('loadingItem')} />}</Pane>
}
