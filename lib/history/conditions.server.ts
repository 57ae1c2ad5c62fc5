import 'server-only'
import { type Actor, seesAll, seesMasked } from '@/lib/auth/roles'
import { firstDayOf } from '@/lib/history/period.server'
import { type HistoryInput, idRange, readSearch } from '@/lib/history/search'
import { foldName } from '@/lib/names/text/fold'
import { dayStart } from '@/lib/platform/days/days.server'
import { Prisma } from '@/lib/platform/db.server'
import { LOCALES } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import { checkReadings } from '@/lib/platform/search/check-readings.server'
import { isUuid } from '@/lib/platform/uuid'
import { isMatchResult, type Outcome } from '@/lib/verifications/outcome'
import { PURPOSES } from '@/lib/verifications/remarks'

type Question = Pick<HistoryInput, 'environment' | 'filters' | 'text'>

/** SQL condition on the alias `v`: matches the question, and is visible to this person. */
export function historyConditions(question: Question, actor: Actor): Prisma.Sql {
  return Prisma.sql`(${Prisma.join(alternativeConditions(question, actor), ' or ')})`
}

/**
 * The same as alternatives, to be combined with OR. A text has several readings and there may be several
 * outcomes: an index in list order serves one alternative, never their OR.
 */
export function alternativeConditions(question: Question, actor: Actor): Prisma.Sql[] {
  const always = everyCondition(question, actor)
  const outcomes = question.filters.outcome.map(outcomeCondition)
  const readings = readingConditions(question.text, seesMasked(actor))
  if (!readings)
    return outcomes.length === 0 ? [always] : outcomes.map((one) => Prisma.sql`${always} and ${one}`)
  const result = outcomes.length === 0 ? Prisma.empty : Prisma.sql`and (${Prisma.join(outcomes, ' or ')})`
  return readings.map((reading) => Prisma.sql`${always} ${result} and ${reading}`)
}

/** The list before filtering: one environment, everybody's checks or one's own. An index has the same order. */
export function listConditions({ environment, filters }: Question, actor: Actor): Prisma.Sql {
  const all = Prisma.sql`v.environment = ${environment}::environment`
  const own = !seesAll(actor) || filters.mine
  return own ? Prisma.sql`${all} and v.requested_by_id = ${actor.id}::uuid` : all
}

function everyCondition(question: Question, actor: Actor): Prisma.Sql {
  const { reason, review, source, purpose, country, bank, person, period, from, to, uploadId } =
    question.filters
  const parts = [
    listConditions(question, actor),
    reason.length > 0 && oneOf(Prisma.sql`v.status_reason`, reason),
    review.length > 0 &&
      Prisma.sql`exists (select 1 from reviews q where q.verification_id = v.id and q.state = any(${review}::review_state[]))`,
    source.length > 0 && oneOf(Prisma.sql`v.source`, source, 'verification_source'),
    purpose.length > 0 && oneOf(Prisma.sql`v.purpose`, purpose),
    country.length > 0 && oneOf(Prisma.sql`v.country`, country),
    bank.length > 0 &&
      Prisma.sql`${oneOf(
        Prisma.sql`v.bank_code`,
        bank.map((code) => code.slice(2)),
      )} and v.country || v.bank_code = any(${bank})`,
    person.length > 0 && oneOf(Prisma.sql`v.requested_by_id`, person, 'uuid'),
    period && Prisma.sql`v.created_at >= ${dayStart(firstDayOf(period))}`,
    from && Prisma.sql`v.created_at >= ${dayStart(from)}`,
    to && Prisma.sql`v.created_at < ${dayStart(to, 1)}`,
    uploadId && Prisma.sql`v.upload_id = ${uploadId}::uuid`,
  ]
  return Prisma.join(
    parts.filter((part) => part instanceof Prisma.Sql),
    ' and ',
  )
}

/** Compares a single value with `=`: only then does the index keep the list order. */
const oneOf = (column: Prisma.Sql, values: string[], type?: 'uuid' | 'verification_source'): Prisma.Sql =>
  values.length === 1
    ? Prisma.sql`${column} = ${values[0]}${type ? Prisma.raw(`::${type}`) : Prisma.empty}`
    : Prisma.sql`${column} = any(${values}${type ? Prisma.raw(`::${type}[]`) : Prisma.empty})`

/** An outcome is a status or, for a completed check, its match result. */
const outcomeCondition = (outcome: Outcome): Prisma.Sql =>
  isMatchResult(outcome)
    ? Prisma.sql`v.match_result = ${outcome}::match_result`
    : Prisma.sql`v.status = ${outcome === 'waiting' ? 'pending' : outcome}::verification_status`

/**
 * The conditions a search text may mean; null for an empty one. Masked readers could probe for a name or an IBAN,
 * so they search by reference, purpose and ID only.
 */
function readingConditions(text: string, masked: boolean): Prisma.Sql[] | null {
  const term = readSearch(text)
  if (!term) return null
  const readings = checkReadings(masked ? { reference: term.reference } : term)
  const purposes = purposesCalled(text)
  if (purposes.length > 0) readings.push(oneOf(Prisma.sql`v.purpose`, purposes))
  const ids = term.id ? idRange(term.id) : null
  if (ids) readings.push(Prisma.sql`v.id between ${ids.from}::uuid and ${ids.to}::uuid`)
  // the provider's support asks for the provider's own ID
  if (isUuid(term.id)) readings.push(Prisma.sql`v.upstream_id = ${term.id}`)
  return readings
}

/** The purposes whose label, in any language, equals the text: “new payee” finds the checks with that purpose. */
function purposesCalled(text: string): string[] {
  const asked = foldName(text)
  const words = LOCALES.map((locale) => translator(locale, 'check.more.purposes'))
  return PURPOSES.filter((purpose) => words.some((word) => foldName(word(purpose)) === asked))
}
