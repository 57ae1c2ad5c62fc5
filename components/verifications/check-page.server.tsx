import 'server-only'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { foundOrNull } from '@/components/page/found.server'
import { answer, hydrate, type QueryAnswer } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { pages } from '@/lib/http/paths'
import { getTranslations } from '@/lib/platform/language/i18n.server'
import { auditPage } from '@/lib/verifications/record/open.server'
import { readVerification } from '@/lib/verifications/record/queries.server'
import type { VerificationView } from '@/lib/verifications/view'
import { CheckDesk, type CheckDeskProps } from './check-desk'
import { checkQuery } from './desk/queries'
import { readRecent } from './recent.server'
import { checkTitle } from './result/result-case'

/** "Check an account", or "Close match, check 7b2c": never a name, because titles end up in the browser's history. */
export async function checkMetadata(id?: string): Promise<Metadata> {
  const t = await getTranslations('check')
  const outcome = await getTranslations('outcome.label')
  if (id === undefined) return { title: t('title') }
  const check = await readOr404(id, await requirePage('/check'))
  return { title: checkTitle(outcome(check.outcome), t('short'), check.id) }
}

type CheckPageProps = Pick<CheckDeskProps, 'environment'> & {
  /** The record on screen. */
  id?: string
  /** A record whose pair is checked again. */
  from?: string
}

/** The check page with its first data. */
export async function CheckPage({ environment, id, from }: CheckPageProps) {
  const actor = await requirePage('/check')
  const answers: QueryAnswer[] = []
  if (id !== undefined) {
    const check = await readOr404(id, actor)
    if (check.environment !== environment) redirect(pages.checkResult(check.environment, id))
    await auditPage(id, actor)
    answers.push(answer(checkQuery(id), check))
  }
  answers.push(await readRecent(environment, actor))
  const prefill = from === undefined ? null : await readOwn(from, actor)
  if (prefill) await auditPage(prefill.id, actor)
  return hydrate(
    <CheckDesk
      environment={environment}
      admin={hasRole(actor, 'admin')}
      mayDecide={hasRole(actor, 'reviewer')}
      prefill={prefill ?? undefined}
    />,
    answers,
  )
}

const readOwn = cache(
  (id: string, actor: Actor): Promise<VerificationView | null> =>
    foundOrNull(id, () => readVerification(id, actor)),
)
const readOr404 = async (id: string, actor: Actor) => (await readOwn(id, actor)) ?? notFound()
