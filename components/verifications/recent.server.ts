import 'server-only'
import { answer, type QueryAnswer } from '@/components/page/hydrate.server'
import type { Actor } from '@/lib/auth/roles'
import { historyInput } from '@/lib/history/search'
import { searchVerifications } from '@/lib/history/search.server'
import type { EnvironmentName } from '@/lib/http/paths'
import { recentBody, recentQuery } from './desk/queries'

/** The person's latest checks, for the page that shows them. */
export async function readRecent(environment: EnvironmentName, actor: Actor): Promise<QueryAnswer> {
  const input = historyInput.parse(recentBody(environment))
  return answer(recentQuery(environment), await searchVerifications(input, actor))
}
