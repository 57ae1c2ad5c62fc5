import 'server-only'
import { writeCsvFile } from '@/lib/exports/columns'
import { writeWorkbook } from '@/lib/exports/workbook'
import type { FileStream } from '@/lib/http/download.server'
import { MEDIA_TYPES } from '@/lib/tables/media-types'
import type { ListFormat } from '@/lib/tables/table'

/** Writes lines of cells, the header first, as CSV or as a workbook with this sheet. @param base the name without ending */
export function tableFile(
  lines: AsyncIterable<string[][]>,
  { base, format, sheet }: { base: string; format: ListFormat; sheet: string },
): FileStream {
  const name = `${base}.${format}`
  return format === 'csv'
    ? { name, type: `${MEDIA_TYPES.csv}; charset=utf-8`, pieces: writeCsvFile(lines) }
    : { name, type: MEDIA_TYPES.xlsx, pieces: writeWorkbook(lines, sheet) }
}

/** The columns of a list by their headers: fixed, so that programs can read it in any language. */
export type FixedColumns<Line> = Record<string, (line: Line) => string | number | null | undefined>

/** Yields the cells of a list in fixed columns, the header first. */
export async function* fixedCells<Line>(
  columns: FixedColumns<Line>,
  pages: AsyncIterable<Line[]>,
): AsyncGenerator<string[][]> {
  yield [Object.keys(columns)]
  const cells = Object.values(columns)
  for await (const page of pages) yield page.map((line) => cells.map((cell) => String(cell(line) ?? '')))
}
