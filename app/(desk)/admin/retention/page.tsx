import { answer, hydrate } from '@/components/page/hydrate.server'
import { effectQuery, erasuresQuery, retentionQuery } from '@/components/retention/queries'
import { Retention } from '@/components/retention/retention'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole } from '@/lib/auth/roles'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { readRetention } from '@/lib/retention/change.server'
import { listErasures } from '@/lib/retention/erasure/request.server'

export const generateMetadata = pageTitle('retention', 'title')

/** Retention for admins; reviewers see the erasure requests, which a second person confirms. */
export default async function RetentionPage() {
  const actor = await requirePage('/admin/retention')
  const admin = hasRole(actor, 'admin')
  const answers = [answer(erasuresQuery, { items: await listErasures(actor) })]
  if (admin) {
    const view = await readRetention(actor)
    answers.push(answer(retentionQuery, view), answer(effectQuery(view.periods), view.effect))
  }
  return hydrate(<Retention myId={actor.id} admin={admin} />, answers)
}
