import 'server-only'
import { hydrate } from '@/components/page/hydrate.server'
import { readRecent } from '@/components/verifications/recent.server'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole } from '@/lib/auth/roles'
import { readHome, readHomeDays } from '@/lib/home/home.server'
import type { EnvironmentName } from '@/lib/http/paths'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { Home } from './home'

export const homeMetadata = pageTitle('home', 'title')

/** Home, in the order of the person's roles. */
export async function HomePage({ environment }: { environment: EnvironmentName }) {
  const actor = await requirePage('/')
  const [data, recent] = await Promise.all([
    readHome(environment, actor),
    hasRole(actor, 'analyst') ? readRecent(environment, actor) : null,
  ])
  const days = readHomeDays(environment, actor)
  return hydrate(
    <Home environment={environment} roles={actor.roles} data={data} days={days} />,
    recent ? [recent] : [],
  )
}
