import 'server-only'
import { type Doer, record } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import { checkIban } from '@/lib/iban/validate'
import { checkName } from '@/lib/names/check'
import { db } from '@/lib/platform/db.server'
import { translator } from '@/lib/platform/i18n.server'
import type { Locale } from '@/lib/platform/locale'
import { Refusal } from '@/lib/platform/refusal'
import { correctedName } from '@/lib/reviews/corrected.server'
import { UnreadableOriginal } from '@/lib/tables/annotate'
import { annotateFile, type ReadAs } from '@/lib/tables/annotateFile'
import type { ColumnMap } from '@/lib/tables/columns'
import { nameOf } from '@/lib/tables/rows'
import { baseName, type OriginalReading, readOriginal } from '@/lib/uploads/original.server'
import { type MatchResult, outcomeOf, type Status } from '@/lib/verifications/outcome'

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
  answeredAt: Date | null
  reviewState: string | null
  corrected: string | null
}

const MEDIA_TYPES = {
  workbook: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  payments: 'text/csv; charset=utf-8',
}

/** The file as it was given, with results: pieces of bytes, and what a browser should call and read it as. */
export type OriginalExport = { fileName: string; mediaType: string; pieces: Iterator<Uint8Array> }

/**
 * The original file with the columns result, bank's name, reason, time, check and decision added; every byte of the
 * original is in it. Rows that were not sent say why. Nothing is stored; the export is audited.
 * @throws Refusal 404, 410 original_gone when its retention ended, 422 original_unreadable
 */
export async function exportOriginal(
  id: string,
  by: { actor: Actor; doer: Doer },
  locale: Locale,
): Promise<OriginalExport> {
  const file = await annotatedOriginal(id, by.actor, locale)
  await db().$transaction((tx) =>
    record(
      {
        by: by.doer,
        action: 'upload.exported',
        object: { type: 'upload', id },
        details: { format: 'original' },
      },
      tx,
    ),
  )
  return file
}

/** The same without an entry in the audit log: a part of an evidence pack, which has its own. @throws as above */
export async function annotatedOriginal(id: string, actor: Actor, locale: Locale): Promise<OriginalExport> {
  const { fileName, reading, bytes } = await readOriginal(id, actor)
  const pieces = startReading(bytes, reading, await cellsByRow(id, locale), locale)
  const { format = 'text', encoding = 'utf-8' } = reading.table
  const mediaType = format === 'text' ? `text/csv; charset=${encoding}` : MEDIA_TYPES[format]
  return { fileName: nameFor(fileName, format), mediaType, pieces }
}

/** Reads as far as the first piece: a file that cannot be read is refused before anything is answered. */
function startReading(
  original: Buffer,
  { table, map, edited = 0 }: OriginalReading,
  rows: Map<number, WrittenRow>,
  locale: Locale,
): Iterator<Uint8Array> {
  const t = translator(locale, 'originalExport.column')
  const adopted = [...rows.values()].some(({ corrected }) => corrected !== null)
  const corrections =
    edited > 0 ? (['correctedIban', 'correctedName'] as const) : adopted ? (['correctedName'] as const) : []
  const headers = [...RESULT_COLUMNS, ...corrections].map((column) => t(column))
  const added = (number: number, cells: string[]) => {
    const row = rows.get(number)
    if (!row) return headers.map(() => '')
    if (edited > 0) return [...row.results, ...correctionsOf(row, cells, map)]
    return adopted ? [...row.results, row.corrected ?? ''] : row.results
  }
  try {
    const source = annotateFile(original, table, added, headers)[Symbol.iterator]()
    const first = source.next()
    let begun = false
    const next = () => {
      if (begun) return source.next()
      begun = true
      return first
    }
    return { next }
  } catch (error) {
    if (error instanceof UnreadableOriginal)
      throw new Refusal(422, 'original_unreadable', 'The original file can no longer be read as a table.')
    throw error
  }
}

const RESULT_COLUMNS = ['result', 'bankName', 'reason', 'checkedAt', 'checkId', 'decision'] as const

/** IBAN and name as they were checked, where the file says something else; or the name that an approval says. */
function correctionsOf(
  { iban, name, corrected }: WrittenRow,
  cells: string[],
  map: ColumnMap,
): [string, string] {
  const given = checkIban(map.iban === null ? '' : (cells[map.iban] ?? ''))
  const called = checkName(nameOf(cells, map).replace(/[\r\n]+/g, ' '))
  return [
    iban !== null && iban !== given.iban ? iban : '',
    corrected ?? (name !== null && !(called.ok && called.name === name) ? name : ''),
  ]
}

type WrittenRow = { results: string[]; iban: string | null; name: string | null; corrected: string | null }

async function cellsByRow(id: string, locale: Locale): Promise<Map<number, WrittenRow>> {
  const rows = await db().$queryRaw<Row[]>`
    select x.number as row, x.name, v.iban, v.id, v.status, v.match_result as "matchResult", v.matched_name as "matchedName",
           v.status_reason as "statusReason", v.unrecognised, coalesce(x.not_sent_code, v.problem_code) as code,
           v.answered_at as "answeredAt", r.state as "reviewState",
           ${correctedName('r')} as corrected
      from upload_rows x
      left join verifications v on v.id = x.verification_id
      left join reviews r on r.verification_id = v.id
     where x.upload_id = ${id}::uuid`
  const write = writer(locale)
  return new Map(rows.map((row) => [row.row, { results: write(row), ...kept(row) }]))
}

const kept = ({ iban, name, corrected }: Row) => ({ iban, name, corrected })

function writer(locale: Locale): (row: Row) => string[] {
  const label = translator(locale, 'outcome.label')
  const words = translator(locale, 'originalExport')
  const t = words as (key: string, values?: Record<string, string>) => string
  const said = (group: string, code: string) =>
    words.has(`${group}.${code}`) ? t(`${group}.${code}`) : t(`${group}.other`, { code })
  return (row) => {
    const result =
      row.status === null ? 'not_sent' : outcomeOf({ status: row.status, matchResult: row.matchResult })
    const reason = row.unrecognised
      ? t('reason.unrecognised', { code: row.unrecognised })
      : row.statusReason
        ? said('reason', row.statusReason)
        : row.code
          ? said('notSent', row.code)
          : ''
    return [
      label(result),
      row.matchedName ?? '',
      reason,
      row.answeredAt?.toISOString().slice(0, 19).replace('T', ' ') ?? '',
      row.id ?? '',
      row.reviewState && words.has(`decision.${row.reviewState}`) ? t(`decision.${row.reviewState}`) : '',
    ]
  }
}

/** `suppliers.csv` → `suppliers-results.csv`. */
function nameFor(fileName: string, format: NonNullable<ReadAs['format']>): string {
  const ending = /\.(\w{1,5})$/.exec(fileName)?.[1] ?? 'csv'
  return `${baseName(fileName)}-results.${{ text: ending, workbook: 'xlsx', payments: 'csv' }[format]}`
}
