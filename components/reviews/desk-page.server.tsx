import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { createLoader } from 'nuqs/server'
import { requirePage } from '@/lib/auth/guard.server'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { getTranslations, requestLocale } from '@/lib/platform/language/i18n.server'
import { Refusal } from '@/lib/platform/refusal'
import { isUuid } from '@/lib/platform/uuid'
import { readReview } from '@/lib/reviews/item/item.server'
import { countReviews, searchReviews } from '@/lib/reviews/queue/queue.server'
import { queueInput } from '@/lib/reviews/queue/schema'
import { auditPage } from '@/lib/verifications/record/open.server'
import { countText } from './desk/count'
import { itemQuery, queueQuery } from './desk/queries'
import { type DeskFilters, deskParsers, queueBody } from './desk/url'
import { ReviewDesk } from './review-desk'

type Search = Promise<Record<string, string | string[] | undefined>>

const readFilters = createLoader(deskParsers)
type DeskPageProps = { environment: EnvironmentName; searchParams: Search; id?: string }

/** "Review (24)". The number is the one at render; the tabs update it. */
export async function deskMetadata(environment: EnvironmentName): Promise<Metadata> {
  const t = await getTranslations('review')
  const actor = await requirePage('/review')
  const { counts } = await countReviews(environment, actor)
  const count = countText(counts.todo, await requestLocale())
  return { title: counts.todo > 0 ? `${t('title')} (${count})` : t('title') }
}

/** The desk with its first data: the server renders the queue and the open item. */
export async function DeskPage({ environment, searchParams, id }: DeskPageProps) {
  const actor = await requirePage('/review')
  if (id !== undefined && !isUuid(id)) notFound()
  const filters = await readFilters(searchParams)
  const client = new QueryClient()
  const first = await loadQueue(client, environment, filters, actor)
  const shown = id ?? first
  if (shown) await loadItem(client, environment, shown, actor, id !== undefined)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ReviewDesk
        environment={environment}
        me={{ id: actor.id, name: actor.name, mayDecide: hasRole(actor, 'reviewer') }}
      />
    </HydrationBoundary>
  )
}

async function loadQueue(
  client: QueryClient,
  environment: EnvironmentName,
  filters: DeskFilters,
  actor: Actor,
): Promise<string | undefined> {
  const page = await searchReviews(queueInput.parse(queueBody(environment, filters, '')), actor)
  client.setQueryData(queueQuery(environment, filters, '').queryKey, { pages: [page], pageParams: [null] })
  return page.items[0]?.id
}

async function loadItem(
  client: QueryClient,
  environment: EnvironmentName,
  id: string,
  actor: Actor,
  wanted: boolean,
) {
  try {
    const item = await readReview(id, actor)
    if (item.environment === environment) {
      await auditPage(item.verificationId, actor)
      client.setQueryData(itemQuery(environment, id).queryKey, item)
    } else if (wanted) redirect(pages.reviewItem(item.environment, id))
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error
    if (wanted) notFound()
  }
}
