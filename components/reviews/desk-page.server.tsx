import 'server-only'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { createLoader, type SearchParams } from 'nuqs/server'
import { cache } from 'react'
import { foundOrNull } from '@/components/page/found.server'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { getTranslations, requestLocale } from '@/lib/platform/language/i18n.server'
import { readReview } from '@/lib/reviews/item/item.server'
import { countReviews, searchReviews } from '@/lib/reviews/queue/queue.server'
import { queueInput } from '@/lib/reviews/queue/schema'
import { auditPage } from '@/lib/verifications/record/open.server'
import { countText } from './desk/count'
import { itemQuery, queueQuery } from './desk/queries'
import { deskParsers, queueBody } from './desk/url'
import { ReviewDesk } from './review-desk'

const readFilters = createLoader(deskParsers)
type DeskPageProps = { environment: EnvironmentName; searchParams: Promise<SearchParams>; id?: string }

const readItem = cache((id: string, actor: Actor) => foundOrNull(id, () => readReview(id, actor)))

/** "Review (24)". The number is the one at render; the tabs update it. */
export async function deskMetadata(environment: EnvironmentName, id?: string): Promise<Metadata> {
  const t = await getTranslations('review')
  const actor = await requirePage('/review')
  if (id !== undefined && !(await readItem(id, actor))) notFound()
  const { counts } = await countReviews(environment, actor)
  const count = countText(counts.todo, await requestLocale())
  return { title: counts.todo > 0 ? `${t('title')} (${count})` : t('title') }
}

/** The desk with its first data: the server renders the queue and the open item. */
export async function DeskPage({ environment, searchParams, id }: DeskPageProps) {
  const actor = await requirePage('/review')
  const filters = await readFilters(searchParams)
  const page = await searchReviews(queueInput.parse(queueBody(environment, filters, '')), actor)
  const answers = [answer(queueQuery(environment, filters, ''), { pages: [page], pageParams: [null] })]
  const shown = id ?? page.items[0]?.id
  const item = shown === undefined ? null : await readItem(shown, actor)
  if (shown !== undefined && item?.environment === environment) {
    await auditPage(item.verificationId, actor)
    answers.push(answer(itemQuery(environment, shown), item))
  } else if (id !== undefined) {
    if (!item) notFound()
    redirect(pages.reviewItem(item.environment, id))
  }
  return hydrate(
    <ReviewDesk
      environment={environment}
      me={{ id: actor.id, name: actor.name, mayDecide: hasRole(actor, 'reviewer') }}
    />,
    answers,
  )
}
