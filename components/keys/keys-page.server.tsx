import 'server-only'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { AccountFrame } from '@/components/users/account/account-frame'
import { requirePage } from '@/lib/auth/guard.server'
import { listAllKeys, listOwnKeys } from '@/lib/keys/queries.server'
import { scopesFor } from '@/lib/keys/scopes'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { AllKeys } from './all-keys'
import { OwnKeys } from './own-keys'
import { allKeysQuery, ownKeysQuery } from './queries'

export const keysMetadata = pageTitle('keys', 'title')

export async function OwnKeysPage() {
  const actor = await requirePage('/account/keys')
  return hydrate(
    <AccountFrame section="keys" owed={actor.mustEnrol ?? false}>
      <OwnKeys scopes={scopesFor(actor.roles)} />
    </AccountFrame>,
    [answer(ownKeysQuery, { items: await listOwnKeys(actor.id) })],
  )
}

export async function AllKeysPage() {
  await requirePage('/admin/keys')
  return hydrate(<AllKeys />, [answer(allKeysQuery, { items: await listAllKeys() })])
}
