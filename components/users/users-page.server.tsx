import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { requirePage } from '@/lib/auth/guard.server'
import { getTranslations } from '@/lib/platform/language/i18n.server'
import { listUsers } from '@/lib/users/queries.server'
import { usersQuery } from './queries'
import { Users } from './users'

export async function usersMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('users'))('title') }
}

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
