import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { requirePage } from '@/lib/auth/guard.server'
import { getTranslations } from '@/lib/platform/i18n.server'
import { listDoubts } from '@/lib/verifications/doubt/queries.server'
import { doubtsQuery } from '@/lib/verifications/doubt/schema'
import { Attempts } from './attempts'
import { attemptsQuery } from './queries'

export async function attemptsMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('attempts'))('title') }
}

/** The requests whose answer was lost, for those who decide about them. */
export async function AttemptsPage() {
  const { id } = await requirePage('reviewer')
  const client = new QueryClient()
  client.setQueryData(attemptsQuery.queryKey, {
    pages: [await listDoubts(doubtsQuery.parse({}))],
    pageParams: [null],
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Attempts myId={id} />
    </HydrationBoundary>
  )
}
