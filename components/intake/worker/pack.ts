import type { CheckedRows } from '@/lib/tables/rows/checked-rows'
import type { CheckedRow } from '@/lib/tables/rows/rows'
import type { ColumnMap, ParsedTable } from '@/lib/tables/table'
import { MAX_TEXTS, type UploadHead, WIRE_TYPE, type WireRow } from '@/lib/uploads/wire'

export type PackInput = {
  bytes: Uint8Array
  fileName: string
  title: string
  table: ParsedTable
  map: ColumnMap
  rows: CheckedRows
  skipped: ReadonlySet<number>
  edits: ReadonlyMap<number, unknown>
  hash: string
  completes: string | null
}

/** The number of lines to join before encoding. */
const LINES = 1000

/**
 * Builds the body of `POST /api/uploads` as in lib/uploads/wire.ts: gzip of one JSON value per line. The returned
 * `bytes` is the size before compression.
 */
export async function packUpload(upload: PackInput): Promise<{ blob: Blob; bytes: number }> {
  const encoder = new TextEncoder()
  const gzip = new CompressionStream('gzip')
  const packed = new Response(gzip.readable).blob()
  const writer = gzip.writable.getWriter()
  let bytes = 0
  for (const text of pieces(upload)) {
    const piece = encoder.encode(text)
    bytes += piece.length
    await writer.write(piece)
  }
  await writer.close()
  return { blob: new Blob([await packed], { type: WIRE_TYPE }), bytes }
}

function* pieces(upload: PackInput): Generator<string> {
  const { rows } = upload
  yield `${JSON.stringify(headOf(upload))}\n`
  for (let from = 0; from < rows.length; from += LINES) {
    const size = Math.min(LINES, rows.length - from)
    const lines = Array.from({ length: size }, (_, i) => JSON.stringify(rowOf(rows.row(from + i), upload)))
    yield `${lines.join('\n')}\n`
  }
  yield '{"original":"'
  yield* base64(upload.bytes)
  yield '"}\n'
}

function headOf(upload: PackInput): UploadHead {
  const { table, map, rows, skipped, fileName, title, hash, completes } = upload
  const { format, sheet, encoding, delimiter, headerRow, lineEnd, bom } = table
  let kept = 0
  for (let index = 0; index < rows.length; index++) {
    if (rows.isValid(index) && !skipped.has(index + 1)) kept += 1
  }
  return {
    rows: rows.length,
    kept,
    hash,
    fileName: shownFileName(fileName),
    ...(title.trim() !== '' && { title: storable(title.trim(), 'title') }),
    table: { format, encoding, delimiter, headerRow, lineEnd, bom, ...(sheet !== undefined && { sheet }) },
    map,
    ...(completes !== null && { completes }),
    known: 'ask',
  }
}

function rowOf(row: CheckedRow, { skipped, edits }: Pick<PackInput, 'skipped' | 'edits'>): WireRow {
  const [problem] = row.problems
  if (problem) return { row: row.number, skipped: problem.code }
  if (skipped.has(row.number)) return { row: row.number, skipped: 'left_out' }
  return {
    row: row.number,
    iban: row.iban,
    name: row.name,
    ...(row.reference !== undefined && { reference: storable(row.reference, 'reference') }),
    ...(row.note !== undefined && { note: storable(row.note, 'note') }),
    ...(edits.has(row.number) && { edited: true }),
  }
}

/** A file name without path, control and bidirectional characters. */
export function shownFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return storable(last.replace(/[\p{Cc}\p{Cf}]/gu, '').trim(), 'fileName') || 'file'
}

/** Cut to its longest form, without what the database can't store: NUL, and half a character where it was cut. */
function storable(text: string, field: keyof typeof MAX_TEXTS): string {
  return text.slice(0, MAX_TEXTS[field]).replace(/[\0\p{Cs}]/gu, '')
}

/** In chunks of a multiple of three bytes, so that they can be concatenated. */
function* base64(bytes: Uint8Array): Generator<string> {
  const size = 3 * 8192
  for (let from = 0; from < bytes.length; from += size) {
    yield btoa(String.fromCharCode(...bytes.subarray(from, from + size)))
  }
}
