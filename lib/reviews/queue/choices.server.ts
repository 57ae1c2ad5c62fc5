import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { Prisma, poolExecutor } from '@/lib/platform/db.server'
import { int4, oneOf, select, text } from '@/lib/platform/sql/select.server'
import { fixedFilters, orderOf, tabCondition } from '@/lib/reviews/queue/queue.server'
import type { QueueSearch } from '@/lib/reviews/queue/schema'
import { AGES, COUNT_CAP, type QueueChoices } from '@/lib/reviews/view'

const CHOICE = { kind: oneOf(['results', 'differences', 'sources', 'ages', 'all']), value: text, count: int4 }

/**
 * How many items each filter choice would show, with the tab, the text and the other filters applied. Counts stop at
 * COUNT_CAP items, so that the time doesn't depend on the length of the queue.
 */
export async function countChoices(question: QueueSearch, actor: Actor): Promise<QueueChoices> {
  const { environment, tab, results, differences, sources, olderThanDays } = question
  const narrowed = Prisma.join([Prisma.empty, ...fixedFilters(question)], ' ')
  const rows = await select(
    poolExecutor,
    CHOICE,
    Prisma.sql`
    with found as materialized (
      select r.match_result::text as result, r.difference_types as types, r.source::text as source, r.created_at,
             ${results.length === 0} or r.match_result::text = any(${results}) as by_result,
             ${differences.length === 0} or r.difference_types && ${differences}::text[] as by_type,
             ${sources.length === 0} or r.source::text = any(${sources}) as by_source,
             r.created_at < now() - make_interval(days => ${olderThanDays ?? 0}::int) as by_age
        from reviews r where ${tabCondition(environment, tab, actor)} ${narrowed} order by ${orderOf(tab)} limit ${COUNT_CAP + 1})
    select 'results' as kind, result as value, count(*)::int as count from found where by_type and by_source and by_age group by result
    union all
    select 'differences', type, count(*)::int from found, unnest(types) type where by_result and by_source and by_age group by type
    union all
    select 'sources', source, count(*)::int from found where by_result and by_type and by_age group by source
    union all
    select 'ages', days::text, count(*) filter (where created_at < now() - make_interval(days => days))::int
      from found, unnest(${AGES.map(Number)}::int[]) days where by_result and by_type and by_source group by days
    union all
    select 'all', '', count(*)::int from found`,
  )
  const of = (kind: string) =>
    Object.fromEntries(rows.filter((row) => row.kind === kind).map(({ value, count }) => [value, count]))
  return {
    results: of('results'),
    differences: of('differences'),
    sources: of('sources'),
    ages: of('ages'),
    capped: (of('all')[''] ?? 0) > COUNT_CAP,
  }
}
