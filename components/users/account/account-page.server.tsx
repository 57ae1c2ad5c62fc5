import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { requirePage } from '@/lib/auth/guard.server'
import { getTranslations } from '@/lib/platform/language/i18n.server'
import { readAccount } from '@/lib/users/account.server'
import { AccountFrame } from './account-frame'
import { Preferences } from './preferences'
import { Profile } from './profile'
import { accountQuery } from './queries'
import { Security } from './security'

const CONTENT = { profile: Profile, security: Security, preferences: Preferences }
type Section = keyof typeof CONTENT

export async function accountMetadata(section: Section): Promise<Metadata> {
  return { title: (await getTranslations('account'))(`section.${section}`) }
}

export async function AccountPage({ section }: { section: Section }) {
  const actor = await requirePage(`/account/${section}`)
  const client = new QueryClient()
  client.setQueryData(accountQuery.queryKey, await readAccount(actor))
  const Content = CONTENT[section]
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AccountFrame section={section} owed={actor.mustEnrol ?? false}>
        <Content />
      </AccountFrame>
    </HydrationBoundary>
  )
}
