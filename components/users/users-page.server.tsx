import 'server-only'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { listUsers } from '@/lib/users/queries.server'
import { usersQuery } from './queries'
import { Users } from './users'

export const usersMetadata = pageTitle('users', 'title')

export async function UsersPage() {
  const { id } = await requirePage('/admin/users')
  return hydrate(<Users own={id} />, [answer(usersQuery, await listUsers())])
}
