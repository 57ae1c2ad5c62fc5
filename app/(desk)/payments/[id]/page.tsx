import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { cache } from 'react'
import { foundOr404 } from '@/components/page/found.server'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { LINES_PER_PAGE, paymentLinesQuery, paymentRunQuery } from '@/components/payments/queries'
import { PaymentRunPage } from '@/components/payments/run/run-page'
import { lineParsers } from '@/components/payments/url'
import { requirePage } from '@/lib/auth/guard.server'
import type { Actor } from '@/lib/auth/roles'
import { searchLines } from '@/lib/payments/lines/search.server'
import { readPaymentRun } from '@/lib/payments/runs.server'
import { linesSearch } from '@/lib/payments/schema'
import type { RunView } from '@/lib/payments/view'
import { getTranslations } from '@/lib/platform/language/i18n.server'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}

const readFilters = createLoader(lineParsers)

/** The person and the run, read once per request. */
const readOnce = cache(async (id: string): Promise<{ actor: Actor; run: RunView }> => {
  const actor = await requirePage('/payments')
  return { actor, run: await foundOr404(id, () => readPaymentRun(id, actor)) }
})

/** The title has the file name and never a payee, because titles end up in the browser's history. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { run } = await readOnce((await params).id)
  return { title: (await getTranslations('payments'))('run.pageTitle', { file: run.fileName }) }
}

/** One run, with its numbers and first lines rendered on the server. */
export default async function PaymentRun({ params, searchParams }: Props) {
  const { id } = await params
  const { actor, run } = await readOnce(id)
  const { line: _, only, ...filters } = await readFilters(searchParams)
  const answers = [answer(paymentRunQuery(id), run)]
  // a run that is still being read has no lines yet: the page fetches them later
  if (run.state === 'ready') {
    const search = linesSearch.parse({ ...filters, ...(only && { only }), size: LINES_PER_PAGE })
    const ask = { ...filters, only, text: '' }
    const first = await searchLines(id, search, actor)
    answers.push(answer(paymentLinesQuery(id, ask, 0), { ...first, ask }))
  }
  return hydrate(<PaymentRunPage key={id} id={id} />, answers)
}
