import 'server-only'
import { officeDay } from '@/lib/platform/days/days.server'
import { cellTime } from '@/lib/platform/days/period'
import { db, Prisma } from '@/lib/platform/db.server'
import { keyOr, wordFor } from '@/lib/platform/language/keys'
import type { Locale } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import { readLines } from '@/lib/platform/lines.server'
import { memoize } from '@/lib/platform/memoize'
import { bool, selectOne } from '@/lib/platform/sql/select.server'
import { correctedName } from '@/lib/reviews/corrected-name.server'
import type { MoreResults } from '@/lib/tables/thread/stored-file'
import { KNOWN_MATCH } from '@/lib/verifications/check/problems'
import { type MatchResult, type Outcome, outcomeOf, type Status } from '@/lib/verifications/outcome'

type Row = {
  row: number
  iban: string | null
  name: string | null
  id: string | null
  status: Status | null
  matchResult: MatchResult | null
  matchedName: string | null
  statusReason: string | null
  unrecognised: string | null
  code: string | null
  answeredAt: string | null
  reviewState: string | null
  corrected: string | null
  knownId: string | null
  knownAt: string | null
}

/** The most rows in a chunk of the file (16 KiB): each takes six delimiters and at least one byte. */
const AHEAD = 2_500
/** Small, so that the garbage collector frees a page before promoting it to the old generation. */
const PAGE = 100

/** Reads results ahead for every row that a chunk after row `reached` can contain; `Infinity` reads all. */
export type ReadAhead = (reached: number) => Promise<MoreResults>

/**
 * Streams the cells that are added to the rows of an upload, in file order: result columns, IBAN and name as they were
 * checked, and with `corrected` the corrected name of an approval.
 */
export function resultsAhead(id: string, locale: Locale, corrected: boolean): ReadAhead {
  const write = writer(locale)
  let last = 0
  let whole = false
  return async (reached) => {
    const results: MoreResults['results'] = []
    while (!whole && last < reached + AHEAD) {
      const page = await readPage(id, last)
      for (const row of page)
        results.push([row.row, [...write(row), ...checked(row), ...(corrected ? [row.corrected ?? ''] : [])]])
      last = page.at(-1)?.row ?? last
      whole = page.length < PAGE
    }
    return { results, upTo: whole ? Number.POSITIVE_INFINITY : last }
  }
}

/** Empty for a row that was neither sent nor answered by an earlier check. */
const checked = ({ iban, name, status, knownId }: Row): string[] =>
  (status === null || status === 'not_sent') && knownId === null ? ['', ''] : [iban ?? '', name ?? '']

const readPage = (id: string, after: number): Promise<Row[]> =>
  readLines<Row>(Prisma.sql`
  select x.number as row, x.name, v.iban, v.id, v.status, v.match_result as "matchResult", v.matched_name as "matchedName",
         v.status_reason as "statusReason", v.unrecognised, coalesce(x.not_sent_code, v.problem_code) as code,
         v.answered_at as "answeredAt", r.state as "reviewState", ${correctedName('r')} as corrected,
         k.id as "knownId", k.answered_at as "knownAt"
    from (select * from upload_rows where upload_id = ${id}::uuid and number > ${after} order by number limit ${PAGE}) x
    left join verifications v on v.id = x.verification_id
    left join reviews r on r.verification_id = v.id
    left join verifications k on k.id = v.known_id and x.not_sent_code = ${KNOWN_MATCH}
   order by x.number`)

/** Whether an approval of this upload has a corrected name. */
export async function hasCorrectedName(id: string): Promise<boolean> {
  const { any } = await selectOne(
    db(),
    { any: bool },
    Prisma.sql`
    select exists (select 1 from reviews r where r.upload_id = ${id}::uuid and ${correctedName('r')} is not null) as any`,
  )
  return any
}

function writer(locale: Locale): (row: Row) => string[] {
  const label = translator(locale, 'outcome.label')
  const t = translator(locale, 'originalExport')
  const decisions = translator(locale, 'outcome.review')
  const result = memoize((code: Outcome) => label(code))
  const reason = memoize((code) => t(keyOr(t, `reason.${code}`, 'reason.other'), { code }))
  const notSent = memoize((code) => t(keyOr(t, `notSent.${code}`, 'notSent.other'), { code }))
  const decision = memoize((code) => wordFor(decisions, code, ''))
  return (row) => {
    const outcome =
      row.status === null ? 'not_sent' : outcomeOf({ status: row.status, matchResult: row.matchResult })
    const why = row.unrecognised
      ? t('reason.unrecognised', { code: row.unrecognised })
      : row.statusReason
        ? reason(row.statusReason)
        : row.knownId && row.knownAt
          ? t('notSent.known_match', {
              day: officeDay(new Date(row.knownAt)),
              id: row.knownId,
            })
          : row.code
            ? notSent(row.code)
            : ''
    return [
      result(outcome),
      row.matchedName ?? '',
      why,
      row.answeredAt ? cellTime(new Date(row.answeredAt).toISOString()) : '',
      row.id ?? '',
      row.reviewState ? decision(row.reviewState) : '',
    ]
  }
}
