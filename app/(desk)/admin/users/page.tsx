import { answer, hydrate } from '@/components/page/hydrate.server'
import { usersQuery } from '@/components/users/queries'
import { Users } from '@/components/users/users'
import { requirePage } from '@/lib/auth/guard.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { listUsers } from '@/lib/users/queries.server'

export const generateMetadata = pageTitle('users', 'title')

export default async function UsersPage() {
  const { id } = await requirePage('/admin/users')
  return hydrate(<Users own={id} />, [answer(usersQuery, await listUsers())])
}
