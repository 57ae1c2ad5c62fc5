import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { requirePage } from '@/lib/auth/guard.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { listUsers } from '@/lib/users/queries.server'
import { usersQuery } from './queries'
import { Users } from './users'

export const usersMetadata = pageTitle('users', 'title')

export async function UsersPage() {
  const { id } = await requirePage('/admin/users')
  const client = new QueryClient()
  client.setQueryData(usersQuery.queryKey, await listUsers())
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Users own={id} />
    </HydrationBoundary>
  )
}
