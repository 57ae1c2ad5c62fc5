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

export const workbookOf = (sheets: XlsxSheet[]): Promise<Buffer> => writeXlsx(sheets).toBuffer()
