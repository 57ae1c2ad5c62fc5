import { writeCsv } from '@/lib/tables/write/write-csv'

const COLUMNS = ['name', 'iban', 'reference', 'note'] as const
/** Made-up people with IBANs of the examples in the IBAN registry. */
const SAMPLES = [
  ['Atelier Nord SAS', 'FR1420041010050500013M02606', 'S-1001', ''],
  ['Jane Example', 'DE89370400440532013000', 'S-1002', ''],
]

type Words = (key: string) => string

/** The template as CSV: UTF-8 with byte order mark; semicolons, which every spreadsheet of Europe takes. */
export function templateCsv(words: Words): Blob {
  const text = writeCsv([COLUMNS.map(words), ...SAMPLES])
  return new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' })
}

/** The template as a workbook: cells formatted as text, a second sheet that explains the columns. */
export async function templateXlsx(words: Words): Promise<Blob> {
  const { default: writeXlsx } = await import('write-excel-file/browser')
  const text = (value: string) => ({ value, type: String, format: '@' })
  const head = (value: string) => ({ ...text(value), fontWeight: 'bold' as const })
  const empty = Array.from({ length: 200 }, () => COLUMNS.map(() => text('')))
  const rows = [
    COLUMNS.map((column) => head(words(column))),
    ...SAMPLES.map((cells) => cells.map(text)),
    ...empty,
  ]
  const help = [
    [head(words('helpColumn')), head(words('helpText'))],
    ...COLUMNS.map((column) => [text(words(column)), text(words(`${column}Help`))]),
  ]
  return writeXlsx([
    {
      data: rows,
      sheet: words('sheet'),
      columns: [{ width: 36 }, { width: 36 }, { width: 18 }, { width: 30 }],
    },
    { data: help, sheet: words('help'), columns: [{ width: 24 }, { width: 80 }] },
  ]).toBlob()
}
