'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { accountQuery } from './queries'

/** The person's own details, which an admin can change. */
export function Profile() {
  const t = useTranslations('account.profile')
  const role = useTranslations('shell.role')
  const { data } = useQuery(accountQuery)
  if (!data) return null
  const facts = [
    ['name', data.name],
    ['email', data.email],
    ['roles', data.roles.map((each) => role(each)).join(', ')],
    ['timeZone', data.timeZone],
  ] as const
  return (
    <section aria-label={t('label')} className="grid gap-4">
      <dl className="grid gap-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-fg-muted">{t(name)}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-fg-muted">{t('change')}</p>
    </section>
  )
}
