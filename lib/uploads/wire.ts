import { z } from 'zod'
import { FILE_FORMATS, MAX_BYTES, MAX_COLUMNS, MAX_RECORDS } from '@/lib/tables/table'
import { ENCODINGS } from '@/lib/tables/text/choices'
import { KNOWN_CHOICES } from '@/lib/uploads/known/known'
import '@/lib/platform/jitless'

/**
 * The body of `POST /api/uploads`: gzip-compressed lines, each one JSON value.
 * 1. `uploadHead`: the counts, the hash of the original file and how it was read
 * 2. one `uploadRow` per row of the file, in file order: kept rows with their values, others with the reason
 * 3. `uploadOriginal`: the original file in base64
 * Unknown fields are refused: a misspelt `known` would pay for every check. Every line ends with LF. Headers:
 * `Content-Type: application/x-ndjson+gzip`, `X-Accord-Bytes` (decompressed size), `Idempotency-Key`. The server
 * validates every row again. Before anything is sent it also compares the rows with the original
 * (lib/uploads/comparison): a kept row that differs from the file must be declared as edited.
 */
export const WIRE_TYPE = 'application/x-ndjson+gzip'
export const WIRE_BYTES = 'x-accord-bytes'

/** The longest texts of an upload and of its rows, in characters. Longer ones of a file are cut before they are sent. */
export const MAX_TEXTS = { fileName: 255, title: 140, reference: 200, note: 1000 }
/** In characters. A spreadsheet program allows 31. */
export const MAX_SHEET_NAME = 200
/** The limit of a row line; only the last line, with the original file, is longer. */
export const MAX_ROW_LINE = 64 * 1024
export const MAX_ORIGINAL_LINE = Math.ceil(MAX_BYTES / 3) * 4 + 64
/** Everything together: rows of at most 300 characters on average, and the original. */
export const MAX_UNPACKED = MAX_ORIGINAL_LINE + 40 * 1024 * 1024

/** Why a row is not sent. `left_out`: the person excluded a row that could have been sent. */
const SKIP_REASONS = [
  'iban_required',
  'iban_characters',
  'iban_country_unknown',
  'iban_length',
  'iban_structure',
  'iban_checksum',
  'name_required',
  'name_too_long',
  'name_control_characters',
  'unicode_malformed',
  'columns',
  'left_out',
] as const

const column = z
  .int()
  .min(0)
  .max(MAX_COLUMNS - 1)
const rowNumber = z.int().min(1).max(MAX_RECORDS)

/** The columns of the file by content; see lib/tables/columns/columns.ts. */
export const columnMapSchema = z.strictObject({
  iban: column.nullable(),
  name: z.array(column).max(10),
  instead: z.array(column).max(10),
  reference: column.nullable(),
  note: column.nullable(),
  amount: column.nullable().optional(),
  currency: column.nullable().optional(),
  currencyCode: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  decimal: z.enum(['.', ',']).optional(),
  negative: z.literal(true).optional(),
})

/** How the bytes were read, enough to read them again in the same way. */
export const tableReadingSchema = z.strictObject({
  format: z.enum(FILE_FORMATS).default('text'),
  /** The sheet of a workbook. */
  sheet: z
    .string()
    .max(MAX_SHEET_NAME)
    .refine((name) => name.isWellFormed() && !name.includes('\0'))
    .optional(),
  encoding: z.enum(ENCODINGS),
  delimiter: z.string().regex(/^[^"\r\n\0\ud800-\udfff]$/),
  headerRow: z.int().min(1).nullable(),
  lineEnd: z.enum(['CRLF', 'LF', 'CR', 'mixed', 'none']),
  bom: z.boolean(),
})

export const uploadHead = z.strictObject({
  /** Rows of the file: kept + skipped. This many row lines follow. */
  rows: z.int().min(1).max(MAX_RECORDS),
  kept: z.int().min(1).max(MAX_RECORDS),
  /** SHA-256 of the original file, lower-case hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  fileName: z.string().min(1).max(MAX_TEXTS.fileName),
  /** The title of this upload; default: the file name without extension. */
  title: z.string().min(1).max(MAX_TEXTS.title).optional(),
  table: tableReadingSchema,
  map: columnMapSchema,
  /** The upload whose rows this file corrects. */
  completes: z.uuid().optional(),
  /** What to do about pairs that were matched in the last 30 days. */
  known: z.enum(KNOWN_CHOICES).default('anew'),
  /** Column titles, which older programs still send. They are not stored. */
  headers: z.unknown().optional(),
})
export type UploadHead = z.input<typeof uploadHead>
export type ParsedHead = z.output<typeof uploadHead>

export const keptRow = z.strictObject({
  row: rowNumber,
  iban: z.string().min(1).max(64),
  name: z.string().min(1).max(1000),
  reference: z.string().max(MAX_TEXTS.reference).optional(),
  note: z.string().max(MAX_TEXTS.note).optional(),
  /** Declared by the client: IBAN or name differ from the file. */
  edited: z.boolean().optional(),
})
export const skippedRow = z.strictObject({ row: rowNumber, skipped: z.enum(SKIP_REASONS) })
export const uploadRow = z.union([keptRow, skippedRow])
export type WireRow = z.infer<typeof uploadRow>

export const uploadOriginal = z.strictObject({ original: z.base64().max(MAX_ORIGINAL_LINE) })

/** The answer 201. */
export const uploadAccepted = z.object({ id: z.uuid() })
