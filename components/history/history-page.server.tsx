import 'server-only'
import { createLoader, type SearchParams } from 'nuqs/server'
import { answer, hydrate, type QueryAnswer } from '@/components/page/hydrate.server'
import { readerOf } from '@/components/verifications/record/reader'
import { requirePage } from '@/lib/auth/guard.server'
import { seesAll, seesMasked } from '@/lib/auth/roles'
import { layoutPreference } from '@/lib/history/layout.server'
import { historyInput } from '@/lib/history/search'
import { searchVerifications } from '@/lib/history/search.server'
import type { EnvironmentName } from '@/lib/http/paths'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { HistoryList } from './history'
import { historyQuery, layoutQuery } from './queries'
import { historyBody, historyParsers } from './url'

const readFilters = createLoader(historyParsers)

export const historyMetadata = pageTitle('history', 'title')

/** The history with its first page. An invalid cursor shows the newest page. */
export async function HistoryPage({
  environment,
  searchParams,
}: {
  environment: EnvironmentName
  searchParams: Promise<SearchParams>
}) {
  const actor = await requirePage('/history')
  const filters = await readFilters(searchParams)
  const answers: QueryAnswer[] = [answer(layoutQuery, await layoutPreference.read(actor.id))]
  const input = historyInput.safeParse(historyBody(environment, filters, ''))
  if (input.success)
    answers.push(answer(historyQuery(environment, filters, ''), await searchVerifications(input.data, actor)))
  return hydrate(
    <HistoryList
      environment={environment}
      me={readerOf(actor)}
      others={seesAll(actor)}
      masked={seesMasked(actor)}
    />,
    answers,
  )
}
