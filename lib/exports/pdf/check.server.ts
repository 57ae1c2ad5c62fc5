import 'server-only'
import { openReport, type ReportOrigin } from '@/lib/exports/pdf/open.server'
import { joinFacts, type ReportWords } from '@/lib/exports/pdf/words.server'
import type { Pdf } from '@/lib/exports/pdf/writer.server'
import type { CheckRecord } from '@/lib/exports/records/check.server'
import { formatIban } from '@/lib/iban/format'
import type { Difference } from '@/lib/names/differences'
import { consequenceKey, factKey, factWords, typeKey } from '@/lib/names/fact'
import { standingDecisions, type TimelineEvent } from '@/lib/reviews/view'
import { bankOf } from '@/lib/verifications/bank'
import { MAX_LISTED_ROWS, type VerificationView } from '@/lib/verifications/view'

/** The report of one check: the request, the bank's response, the differences, the decisions. @returns the file */
export async function checkPdf(record: CheckRecord, made: ReportOrigin, words: ReportWords): Promise<Buffer> {
  const { check } = record
  const { t } = words
  const pdf = openReport('check', check, made, words)
  if (check.masked) pdf.text(t('masked'))
  pdf.result(words.outcome(`label.${check.outcome}`), meaning(record, words))
  pdf.heading(t('check.asked'))
  pdf.facts([
    [t('fact.name'), check.name],
    [t('fact.iban'), check.masked ? check.iban : formatIban(check.iban)],
    [t('fact.bank'), bankFact(check, words)],
    [t('fact.by', { source: check.source }), check.requestedBy.name],
    [t('fact.at'), words.time(check.createdAt)],
    [t('fact.reference'), check.reference],
    [t('fact.purpose'), check.purpose && words.purpose(check.purpose)],
    [t('fact.note'), check.note],
    [
      t('fact.source'),
      check.upload &&
        t('fact.fromRows', {
          file: check.upload.fileName,
          count: check.upload.rows.length,
          rows: rowsOf(check.upload.rows, words),
        }),
    ],
    [t('fact.id'), check.id],
  ])
  answer(pdf, record, words)
  await comparison(pdf, record, words)
  await decisions(pdf, record, words)
  pdf.heading(t('timeline'))
  await pdf.table(
    [
      { title: t('column.at'), share: 0.28 },
      { title: t('column.event'), share: 0.72 },
    ],
    record.timeline.toReversed().map((event) => [words.time(event.at), eventText(event, record, words)]),
  )
  if (made.recordHash !== null) {
    pdf.heading(t('proof.title'))
    pdf.text(t('proof.text'), true)
    pdf.facts([
      [t('proof.evidence'), record.evidenceHash],
      [t('proof.record'), made.recordHash],
    ])
  }
  return pdf.finish()
}

function meaning({ check }: CheckRecord, words: ReportWords): string {
  const said = words.outcome(`meaning.${check.outcome}`)
  if (check.unrecognised !== null) return `${said} ${words.unrecognised(check.unrecognised)}`
  if (check.statusReason !== null) return `${said} ${words.reason('reason', check.statusReason)}`
  return said
}

const rowsOf = (rows: number[], words: ReportWords): string =>
  rows.slice(0, MAX_LISTED_ROWS).map(words.number).join(', ') + (rows.length > MAX_LISTED_ROWS ? ' …' : '')

function answer(pdf: Pdf, { check, attempts }: CheckRecord, words: ReportWords): void {
  const { t } = words
  const asReceived = joinFacts(check.status, check.matchResult, check.statusReason)
  const withheld = check.outcome === 'close_match' && check.matchedName === null
  pdf.heading(t('check.answer'))
  pdf.facts([
    [t('fact.result'), words.outcome(`label.${check.outcome}`)],
    [t('fact.asReceived'), asReceived],
    [t('fact.bankName'), withheld ? words.names('withheld.close_match') : check.matchedName],
    [t('fact.answeredAt'), check.answeredAt && words.time(check.answeredAt)],
    [t('fact.answeredUtc'), check.answeredAt],
    [
      t('fact.duration'),
      check.durationMs === null ? null : t('milliseconds', { ms: words.number(check.durationMs) }),
    ],
    [t('fact.providerId'), check.upstreamId],
    [t('fact.problem'), check.problemCode],
    [
      t('fact.attempts'),
      attempts
        .map((one) => t('attempt', { n: one.number, state: words.coded(`sent.${one.state}`, one.state) }))
        .join(' · '),
    ],
  ])
}

/** The two names and each difference in a sentence: nothing relies on colour. */
async function comparison(pdf: Pdf, { check }: CheckRecord, words: ReportWords): Promise<void> {
  if (check.comparison === null || check.matchedName === null) return
  const { t, names } = words
  pdf.heading(names('comparison'))
  pdf.facts([
    [names('label.submitted'), check.name],
    [names('label.bank'), check.matchedName],
  ])
  if (check.comparison.differences.length === 0) pdf.text(t('noDifference'))
  else
    await pdf.table(
      [
        { title: t('column.difference'), share: 0.24 },
        { title: t('column.fact'), share: 0.42 },
        { title: t('column.usual'), share: 0.34 },
      ],
      check.comparison.differences.map((each, _, all) =>
        differenceRow(each as Difference, all as Difference[], words),
      ),
    )
  pdf.text(names('computed'), true)
}

const differenceRow = (difference: Difference, all: Difference[], { names }: ReportWords): string[] => [
  names(`type.${typeKey(difference)}`),
  names(`fact.${factKey(difference, all)}`, factWords(difference)),
  names(`consequence.${consequenceKey(difference)}`),
]

async function decisions(pdf: Pdf, record: CheckRecord, words: ReportWords): Promise<void> {
  const { t } = words
  const { check } = record
  if (check.review === null) return
  pdf.heading(t('decisions'))
  pdf.text(fourEyes(record, words))
  if (record.decisions.length > 0)
    await pdf.table(
      [
        { title: t('column.at'), share: 0.2 },
        { title: t('column.decision'), share: 0.22 },
        { title: t('column.by'), share: 0.22 },
        { title: t('column.why'), share: 0.36 },
      ],
      record.decisions.map((one) => [
        words.time(one.at),
        t(`decision.${one.kind}`) + (one.undone ? ` (${t('undone')})` : ''),
        one.by?.name ?? t('rule', { name: one.rule ?? '' }),
        joinFacts(one.reason && words.decisionReason(one.reason), one.note && words.quoted(one.note)),
      ]),
    )
  const standing = standingDecisions(record.decisions)
  const calls = standing.flatMap(({ callBack }) => (callBack ? [words.call(callBack)] : []))
  const adopted = standing.findLast(({ correctedName }) => correctedName !== null)
  const corrected = check.review.state === 'approved' ? (adopted?.correctedName ?? null) : null
  pdf.facts([
    [t('fact.callBack'), calls.join('\n')],
    [t('fact.correctedName'), corrected],
    [
      t('fact.documents'),
      record.documents
        .map(({ fileName, sha256, by }) => `${fileName} · ${by} · SHA-256 ${sha256}`)
        .join('\n'),
    ],
  ])
}

/** Who decided, and that they were not the requester. */
function fourEyes({ check, decisions: all }: CheckRecord, { t }: ReportWords): string {
  const state = t(`state.${check.review?.state ?? 'todo'}`)
  const closing = standingDecisions(all).filter(({ kind }) => kind !== 'escalate')
  const people = [...new Map(closing.flatMap(({ by }) => (by ? [[by.id, by.name] as const] : []))).values()]
  const asker = check.requestedBy.name
  if (people.length === 0) return closing.length > 0 ? `${state} ${t('byRule')}` : state
  const names = people.join(t('and'))
  return `${state} ${t(people.length > 1 ? 'fourEyesMany' : 'fourEyesOne', { names, asker, source: check.source })}`
}

function eventText(event: TimelineEvent, { check }: CheckRecord, words: ReportWords): string {
  const { by, rule, reason, note, callBack, correctedName } = event
  const key = event.kind === 'added' && rule ? 'addedByRule' : event.kind
  const said = words.event(key, {
    name: by?.name ?? words.t('rule', { name: rule ?? '' }),
    rule: rule ?? '',
    source: check.source,
    result: words.outcome(`label.${check.outcome}`),
  })
  const more = joinFacts(
    reason && words.decisionReason(reason),
    note && words.quoted(note),
    callBack && words.call(callBack),
    correctedName && words.t('useName', { name: correctedName }),
  )
  return more === '' ? said : words.t('event', { said, more })
}

/** Name and BIC, and which of them our own directory says. */
function bankFact(check: VerificationView, { bankOurs }: ReportWords): string {
  const { name, bic, ours } = bankOf(check, Date.now())
  return joinFacts(name, bic, ours && bankOurs(ours))
}
