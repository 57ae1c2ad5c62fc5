import { verifierPage } from '@/lib/exports/evidence/verifier-page.server'
import { sampleCsv, samplePayments, sampleSheets } from './samples'
import { TEMPLATES, templateCsv, templateSheets } from './templates'
import type { XlsxSheet } from './workbook'

/** The files in the folder public that are made from the sources: texts, and workbooks by their sheets. */
export const generatedFiles = (): Record<string, string | XlsxSheet[]> => ({
  'verify.html': verifierPage(null),
  'samples/accord-sample.csv': sampleCsv(),
  'samples/accord-sample.xlsx': sampleSheets(),
  'samples/accord-sample.xml': samplePayments(),
  ...Object.fromEntries(
    Object.entries(TEMPLATES).flatMap(([name, template]) => [
      [`templates/${name}.csv`, templateCsv(template)],
      [`templates/${name}.xlsx`, templateSheets(template)],
    ]),
  ),
})
