import 'server-only'
import { waitsForSecond } from '@/lib/attempts/view'
import { openReport, type ReportOrigin } from '@/lib/exports/pdf/open.server'
import { joinFacts, type ReportWords } from '@/lib/exports/pdf/words.server'
import type { Pdf } from '@/lib/exports/pdf/writer.server'
import type { AttemptFact } from '@/lib/exports/records/attempt.server'
import type { DecisionFact, UploadRecord } from '@/lib/exports/records/upload.server'
import { wordFor } from '@/lib/platform/language/keys'
import { RESULTS } from '@/lib/uploads/counts'

/** Keeps the report readable: longer lists of decisions are in the evidence pack, and the report says so. */
export const MAX_DECISIONS = 300

/** Decisions of a report: the first ones, and the total number. */
export type ReportDecisions = { shown: DecisionFact[]; total: number }

/** The outcome of comparing the rows with the file, in a sentence. */
function comparedText({ comparison }: UploadRecord['upload'], { t }: Pick<ReportWords, 't'>): string {
  if (!comparison) return t('upload.compared', { problem: 'waiting', edited: 0, row: 0, line: 0 })
  const { at, edited, problem, row, line } = comparison
  const where = { row: row ?? 0, line: line ?? 0 }
  return t('upload.compared', { problem: problem ?? (at ? 'none' : 'before'), edited, ...where })
}

/** The report of one upload: totals that add up, what was sent and acknowledged, what is unknown, who decided. */
export async function uploadPdf(
  record: UploadRecord,
  decided: ReportDecisions,
  made: ReportOrigin,
  words: ReportWords,
): Promise<Buffer> {
  const { upload } = record
  const { t } = words
  const pdf = openReport('upload', upload, made, words)
  pdf.heading(t('upload.file'))
  pdf.facts([
    [t('fact.title'), upload.title],
    [t('fact.file'), upload.fileName],
    [t('fact.fileHash'), made.recordHash && record.fileHash],
    [t('fact.compared'), comparedText(upload, words)],
    [t('fact.uploadedBy'), upload.createdBy.name],
    [t('fact.uploadedAt'), words.time(upload.createdAt)],
    [t('fact.startedAt'), upload.startedAt && words.time(upload.startedAt)],
    [t('fact.finishedAt'), upload.finishedAt && words.time(upload.finishedAt)],
    [t('fact.state'), words.uploadState(upload.status)],
    [t('fact.id'), upload.id],
  ])
  await totals(pdf, record, words)
  await batches(pdf, record, words)
  await unknowns(pdf, record, words)
  await decisionList(pdf, record, decided, words)
  if (made.recordHash !== null) {
    pdf.heading(t('proof.title'))
    pdf.text(t('proof.text'), true)
    pdf.facts([[t('proof.record'), made.recordHash]])
  }
  return pdf.finish()
}

/** The results of the rows, and the two sums that must add up. */
async function totals(
  pdf: Pdf,
  { upload }: UploadRecord,
  { t, outcome, number }: ReportWords,
): Promise<void> {
  const sum = RESULTS.reduce((total, result) => total + upload.counts[result], 0)
  pdf.heading(t('upload.results'))
  await pdf.table(
    [
      { title: t('column.result'), share: 0.34 },
      { title: t('column.rows'), share: 0.16 },
      { title: t('column.meaning'), share: 0.5 },
    ],
    [
      ...RESULTS.map((result) => [
        outcome(`label.${result}`),
        number(upload.counts[result]),
        outcome(`meaning.${result}`),
      ]),
      [
        t('upload.sum'),
        number(sum),
        t(sum === upload.total ? 'upload.sumHolds' : 'upload.sumFails', { total: upload.total }),
      ],
      [outcome('label.not_sent'), number(upload.notSent), t('upload.notSent')],
      [
        t('upload.inFile'),
        number(upload.fileRows),
        t('upload.inFileText', { kept: upload.total, left: upload.notSent }),
      ],
    ],
  )
  pdf.facts([
    [t('fact.pairs'), t('upload.pairs', { n: upload.verifications })],
    [t('fact.credits'), t('upload.credits', { n: upload.credits })],
  ])
}

async function batches(pdf: Pdf, { upload, sendings }: UploadRecord, words: ReportWords): Promise<void> {
  const { t, number } = words
  if (upload.bulks.length === 0) return
  const sent = new Map(sendings.map(({ bulk, attempts }) => [bulk, attempts]))
  pdf.heading(t('upload.batches'))
  await pdf.table(
    [
      { title: t('column.batch'), share: 0.09 },
      { title: t('column.size'), share: 0.1 },
      { title: t('column.sent'), share: 0.37 },
      { title: t('column.provider'), share: 0.32 },
      { title: t('column.answered'), share: 0.12 },
    ],
    upload.bulks.map((bulk) => [
      number(bulk.number),
      number(bulk.size),
      (sent.get(bulk.number) ?? []).map((one) => sentText(one, words)).join('\n'),
      bulk.upstreamId ?? '',
      number(bulk.answered),
    ]),
  )
}

/** When a request was sent, and its outcome. */
const sentText = ({ claimedAt, state }: AttemptFact, words: ReportWords): string =>
  joinFacts(claimedAt && words.time(claimedAt), words.coded(`sent.${state}`, state))

/** Requests without a response, and how they were resolved; a sentence says so when there are none. */
async function unknowns(pdf: Pdf, { upload, sendings }: UploadRecord, words: ReportWords): Promise<void> {
  const { t } = words
  const lost = sendings.flatMap(({ bulk, attempts }) =>
    attempts
      .filter(({ state, resolutions }) => state === 'unknown' || resolutions.length > 0)
      .map((attempt) => ({ bulk, attempt })),
  )
  pdf.heading(t('upload.unknown'))
  pdf.text(t('upload.unknownText', { rows: upload.counts.unknown, requests: lost.length }))
  if (lost.length === 0) return
  await pdf.table(
    [
      { title: t('column.batch'), share: 0.09 },
      { title: t('column.sent'), share: 0.4 },
      { title: t('column.became'), share: 0.51 },
    ],
    lost.map(({ bulk, attempt }) => [
      words.number(bulk),
      sentText(attempt, words),
      attempt.resolutions
        .map((done) =>
          joinFacts(
            words.coded(`sent.${done.kind}`, done.kind),
            done.withdrawn ? t('undone') : waitsForSecond(done, attempt) ? t('waiting') : null,
            [done.proposedBy.name, done.confirmedBy?.name].filter(Boolean).join(t('and')),
            done.reason,
            done.evidence,
          ),
        )
        .join('\n'),
    ]),
  )
}

async function decisionList(
  pdf: Pdf,
  { reviews }: UploadRecord,
  { shown, total }: ReportDecisions,
  words: ReportWords,
): Promise<void> {
  const { t, labels } = words
  pdf.heading(t('decisions'))
  const states = Object.entries(reviews)
  if (states.length === 0) pdf.text(t('upload.noReview'))
  pdf.facts(states.map(([state, count]) => [words.coded(`state.${state}`, state), words.number(count)]))
  if (total > shown.length) pdf.text(t('upload.moreDecisions', { shown: shown.length, total }))
  if (shown.length === 0) return
  await pdf.table(
    [
      { title: t('column.row'), share: 0.08 },
      { title: t('column.result'), share: 0.13 },
      { title: t('fact.name'), share: 0.22 },
      { title: t('column.decision'), share: 0.21 },
      { title: t('column.why'), share: 0.36 },
    ],
    shown.map((one) => [
      one.row === null ? '' : words.number(one.row),
      wordFor(labels, one.result),
      one.name,
      [
        words.coded(`decision.${one.kind}`, one.kind) + (one.undone ? ` (${t('undone')})` : ''),
        one.by ?? t('rule', { name: one.rule ?? '' }),
      ].join('\n'),
      joinFacts(
        words.time(one.at),
        one.reason && words.decisionReason(one.reason),
        one.note && words.quoted(one.note),
        one.callBack && words.call(one.callBack),
        one.correctedName && t('useName', { name: one.correctedName }),
      ),
    ]),
  )
}
