import 'server-only'
import type { QueryClient } from '@tanstack/react-query'
import type { Actor } from '@/lib/auth/roles'
import { historyInput } from '@/lib/history/search'
import { searchVerifications } from '@/lib/history/search.server'
import type { EnvironmentName } from '@/lib/http/paths'
import { recentBody, recentQuery } from './desk/queries'

/** Prefetches the person's latest checks on the server. */
export async function loadRecent(client: QueryClient, environment: EnvironmentName, actor: Actor) {
  const input = historyInput.parse(recentBody(environment))
  client.setQueryData(recentQuery(environment).queryKey, await searchVerifications(input, actor))
}
