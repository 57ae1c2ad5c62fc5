import type { Metadata } from 'next'
import { cache } from 'react'
import { foundOr404 } from '@/components/page/found.server'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { bankReportQuery, REPORT_LINES_PER_PAGE } from '@/components/payments/reports/queries'
import { ReportPage } from '@/components/payments/reports/report-page'
import { requirePage } from '@/lib/auth/guard.server'
import { readReport } from '@/lib/payments/reports/queries.server'
import { reportQuerySchema } from '@/lib/payments/reports/schema'
import { getTranslations } from '@/lib/platform/language/i18n.server'

type Props = { params: Promise<{ id: string }> }

/** The report, read once per request. */
const readOnce = cache(async (id: string) => {
  const actor = await requirePage('/payments/reports')
  const query = reportQuerySchema.parse({ size: `${REPORT_LINES_PER_PAGE}` })
  return foundOr404(id, () => readReport(id, query, actor))
})

/** The title has the file name and never a payee, because titles end up in the browser's history. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { fileName } = await readOnce((await params).id)
  return { title: (await getTranslations('reports'))('pageTitle', { file: fileName }) }
}

/** One report, with its first lines rendered on the server. */
export default async function Report({ params }: Props) {
  const { id } = await params
  const report = await readOnce(id)
  return hydrate(<ReportPage key={id} id={id} />, [
    answer(bankReportQuery(id, null), { pages: [report], pageParams: [0] }),
  ])
}
