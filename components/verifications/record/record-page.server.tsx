import 'server-only'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { foundOr404 } from '@/components/page/found.server'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { checkQuery } from '@/components/verifications/desk/queries'
import { checkTitle } from '@/components/verifications/result/result-case'
import { requirePage } from '@/lib/auth/guard.server'
import type { Actor } from '@/lib/auth/roles'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { getTranslations } from '@/lib/platform/language/i18n.server'
import { auditPage } from '@/lib/verifications/record/open.server'
import { readVerification } from '@/lib/verifications/record/queries.server'
import type { VerificationView } from '@/lib/verifications/view'
import { readerOf } from './reader'
import { RecordView } from './record-view'

/** The person and the record, read once per request. */
const readOnce = cache(async (id: string): Promise<{ actor: Actor; record: VerificationView }> => {
  const actor = await requirePage('/history')
  return { actor, record: await foundOr404(id, () => readVerification(id, actor)) }
})

/** "History, check 7b2c": never a name, because titles end up in the browser's history. */
export async function recordMetadata({ params }: { params: Promise<{ id: string }> }): Promise<Metadata> {
  const { record } = await readOnce((await params).id)
  const [history, check] = [await getTranslations('history'), await getTranslations('check')]
  return { title: checkTitle(history('title'), check('short'), record.id) }
}

/** One record as a page. */
export async function RecordPage({ environment, id }: { environment: EnvironmentName; id: string }) {
  const { actor, record } = await readOnce(id)
  if (record.environment !== environment) redirect(pages.historyItem(record.environment, id))
  await auditPage(id, actor)
  return hydrate(<RecordView environment={environment} id={id} me={readerOf(actor)} />, [
    answer(checkQuery(id), record),
  ])
}
