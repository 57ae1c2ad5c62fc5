'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Banner } from '@/components/ui/messages/banner'
import { FactorCard } from './factor-card'
import { PasswordForm } from './password-form'
import { accountQuery } from './queries'
import { Sessions } from './sessions'

/** Second factor, password, sessions. */
export function Security() {
  const t = useTranslations('account')
  const { data } = useQuery(accountQuery)
  if (!data) return null
  return (
    <>
      {data.demo || data.sso ? (
        <Banner>{t(data.sso ? 'sso' : 'problem.demo_person')}</Banner>
      ) : (
        <>
          <FactorCard factor={data.factor} />
          <PasswordForm shortest={data.shortestPassword} />
        </>
      )}
      <Sessions sessions={data.sessions} />
    </>
  )
}
