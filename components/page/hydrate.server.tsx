import 'server-only'
import { type DataTag, dehydrate, HydrationBoundary, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** A query with what it returns, read on the server. */
export type QueryAnswer = { queryKey: QueryKey; data: unknown }

export const answer = <View,>(
  { queryKey }: { queryKey: DataTag<QueryKey, View, Error> },
  data: NoInfer<View>,
): QueryAnswer => ({ queryKey, data })

/** A page with the data of its queries, so that the browser doesn't request them again. */
export function hydrate(page: ReactNode, answers: readonly QueryAnswer[]) {
  const client = new QueryClient()
  for (const { queryKey, data } of answers) client.setQueryData(queryKey, data)
  return <HydrationBoundary state={dehydrate(client)}>{page}</HydrationBoundary>
}
