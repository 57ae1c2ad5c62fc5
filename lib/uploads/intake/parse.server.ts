import 'server-only'
import type { z } from 'zod'
import { refuseDuplicateKeys } from '@/lib/http/json'
import { schemaRefusal } from '@/lib/http/problem.server'
import { checkIban } from '@/lib/iban/validate'
import { checkName } from '@/lib/names/check'
import { Refusal, refusedField } from '@/lib/platform/refusal'
import {
  keptRow,
  MAX_SHEET_NAME,
  type ParsedHead,
  skippedRow,
  uploadHead,
  uploadOriginal,
} from '@/lib/uploads/wire'

/** A row as it is stored: kept with normalised values, or not sent with the reason. */
export type ParsedRow =
  | {
      row: number
      iban: string
      country: string
      name: string
      reference: string | null
      note: string | null
      edited: boolean
    }
  | { row: number; skipped: string }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function jsonOf(line: Uint8Array): unknown {
  let text: string
  let value: unknown
  try {
    text = utf8.decode(line)
    value = JSON.parse(text)
  } catch {
    throw new Refusal(400, 'json_invalid', 'A line isn’t JSON in UTF-8.')
  }
  refuseDuplicateKeys(text, value)
  return value
}

function parseWith<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = [where, ...(issue?.path ?? [])].join('.')
  if (path === 'head.table.sheet' && issue?.code === 'too_big')
    throw refusedField(
      'sheet_name_too_long',
      path,
      `The name of the sheet is longer than ${MAX_SHEET_NAME} characters. Rename the sheet, then choose the file again.`,
    )
  throw schemaRefusal(result.error, [where])
}

const has = (value: unknown, key: string): boolean =>
  typeof value === 'object' && value !== null && key in value

/** @throws Refusal 400 json_invalid | json_duplicate_key, 422 sheet_name_too_long or of its first wrong field */
export const parseHead = (line: Uint8Array): ParsedHead => parseWith(uploadHead, jsonOf(line), 'head')

const rowRefusal = (row: number, field: string, code: string) =>
  new Refusal(422, code, `Row ${row}: the ${field} can’t be sent (${code}). Nothing was stored.`, {
    errors: [
      {
        path: `rows.${row}.${field}`,
        code,
        message: `Row ${row}: correct the ${field} or leave the row out.`,
      },
    ],
    extra: { row },
  })

/**
 * Parses and validates a row line again, because the client's own checks aren't trusted.
 * @param after the number of the previous row; numbers must increase
 * @throws Refusal 422 with the row number and the code of the error
 */
export function parseRow(line: Uint8Array, after: number): ParsedRow {
  const value = jsonOf(line)
  if (has(value, 'original')) throw new Refusal(422, 'row_count', 'Fewer rows came than were declared.')
  const skipped = has(value, 'skipped')
  const row = skipped ? parseWith(skippedRow, value, 'row') : parseWith(keptRow, value, 'row')
  if (row.row <= after)
    throw new Refusal(
      422,
      'row_number',
      `Row ${row.row} comes after row ${after}: row numbers must increase.`,
    )
  if ('skipped' in row) return row
  const iban = checkIban(row.iban)
  if (!iban.ok) throw rowRefusal(row.row, 'iban', iban.problem.code)
  const name = checkName(row.name)
  if (!name.ok) throw rowRefusal(row.row, 'name', name.code)
  return {
    row: row.row,
    iban: iban.iban,
    country: iban.country,
    name: name.name,
    reference: textOf(row.reference, row.row, 'reference'),
    note: textOf(row.note, row.row, 'note'),
    edited: row.edited ?? false,
  }
}

/** Normalises free text to NFC; NUL and lone surrogates are refused. */
function textOf(value: string | undefined, row: number, field: string): string | null {
  if (value === undefined || value === '') return null
  if (!value.isWellFormed()) throw rowRefusal(row, field, 'unicode_malformed')
  if (value.includes('\0')) throw rowRefusal(row, field, `${field}_control_characters`)
  return value.normalize('NFC')
}

/**
 * @returns the bytes of the original file
 * @throws Refusal 422 row_count when the line is another row
 */
export function parseOriginal(line: Uint8Array): Buffer {
  const value = jsonOf(line)
  if (has(value, 'row')) throw new Refusal(422, 'row_count', 'More rows came than were declared.')
  return Buffer.from(parseWith(uploadOriginal, value, 'original').original, 'base64')
}
