import 'server-only'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { getTranslations } from '@/lib/platform/language/i18n.server'
import { readAccount } from '@/lib/users/account.server'
import { AccountFrame } from './account-frame'
import { accountQuery } from './queries'

type Section = 'profile' | 'security' | 'preferences'

export async function accountMetadata(section: Section): Promise<Metadata> {
  return { title: (await getTranslations('account'))(`section.${section}`) }
}

/** A section of the account. `children`: its content, which only its own page names, so that no other page loads it. */
export async function AccountPage({ section, children }: { section: Section; children: ReactNode }) {
  const actor = await requirePage(`/account/${section}`)
  return hydrate(
    <AccountFrame section={section} owed={actor.mustEnrol ?? false}>
      {children}
    </AccountFrame>,
    [answer(accountQuery, await readAccount(actor))],
  )
}
