import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { requirePage } from '@/lib/auth/guard.server'
import type { EnvironmentName } from '@/lib/http/paths'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { Refusal } from '@/lib/platform/refusal'
import { isUuid } from '@/lib/platform/uuid'
import { auditPage } from '@/lib/verifications/record/open.server'
import { readVerification } from '@/lib/verifications/record/queries.server'
import { recordQuery } from './queries'
import { readerOf } from './reader'
import { RecordView } from './record-view'

export const recordMetadata = pageTitle('history', 'title')

/** One record as a page. Not found for an unknown id and for another person's check. */
export async function RecordPage({ environment, id }: { environment: EnvironmentName; id: string }) {
  const actor = await requirePage('/history')
  if (!isUuid(id)) notFound()
  const client = new QueryClient()
  try {
    client.setQueryData(recordQuery(id).queryKey, await readVerification(id, actor))
    await auditPage(id, actor)
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) notFound()
    throw error
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RecordView environment={environment} id={id} me={readerOf(actor)} />
    </HydrationBoundary>
  )
}
