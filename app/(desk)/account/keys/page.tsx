import { OwnKeys } from '@/components/keys/own-keys'
import { ownKeysQuery } from '@/components/keys/queries'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { AccountFrame } from '@/components/users/account/account-frame'
import { requirePage } from '@/lib/auth/guard.server'
import { listOwnKeys } from '@/lib/keys/queries.server'
import { scopesFor } from '@/lib/keys/scopes'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('keys', 'title')

export default async function OwnKeysPage() {
  const actor = await requirePage('/account/keys')
  return hydrate(
    <AccountFrame section="keys" owed={actor.mustEnrol ?? false}>
      <OwnKeys scopes={scopesFor(actor.roles)} />
    </AccountFrame>,
    [answer(ownKeysQuery, { items: await listOwnKeys(actor.id) })],
  )
}
