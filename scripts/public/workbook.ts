import { unzipSync, zipSync } from 'fflate'
import writeXlsx from 'write-excel-file/node'

export type Cells = readonly (readonly string[])[]

const text = (value: string) => ({ value, type: String, format: '@' })

/** A sheet with text cells only, so that no program turns an IBAN into a number. */
export const textSheet = (sheet: string, widths: number[], cells: Cells) => ({
  sheet,
  columns: widths.map((width) => ({ width })),
  data: cells.map((row, at) =>
    row.map((value) => (at === 0 ? { ...text(value), fontWeight: 'bold' as const } : text(value))),
  ),
})
export type XlsxSheet = ReturnType<typeof textSheet>

/** A local time: a ZIP file has no time zone, so its bytes are the same everywhere. */
const MODIFIED = new Date(1980, 0, 1)

/** The same bytes each time: the library would write the time of now into the ZIP file. */
export async function workbookOf(sheets: XlsxSheet[]): Promise<Uint8Array> {
  const parts = unzipSync(await writeXlsx(sheets).toBuffer())
  return zipSync(parts, { mtime: MODIFIED })
}
