import { redirect } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { SignInForm } from '@/components/users/sign-in-form'
import { currentActor } from '@/lib/auth/guard.server'
import { isDemo } from '@/lib/platform/env.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { nextPath } from '@/lib/platform/next-path'
import { ssoEnabled } from '@/lib/users/single-sign-on.server'
import { demoPeople } from './demo-people'

type Search = { searchParams: Promise<SearchParams> }

export const generateMetadata = pageTitle('signin', 'title')

/** Signs a person in and redirects to the page they asked for. */
export default async function SignInPage({ searchParams }: Search) {
  const search = await searchParams
  const next = nextPath(search.next)
  if (await currentActor()) redirect(next)
  return (
    <SignInForm
      next={next}
      ended={search.ended === '1'}
      demo={isDemo() ? demoPeople : []}
      sso={ssoEnabled() ? { again: search.again === '1' } : undefined}
      refused={typeof search.error === 'string' ? search.error : undefined}
    />
  )
}
