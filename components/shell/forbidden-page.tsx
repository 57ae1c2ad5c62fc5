'use client'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '@/components/ui/button'
import type { Role } from '@/lib/auth/roles'
import { pages } from '@/lib/http/paths'
import { useEnvironment } from './environment'
import { NoticePage } from './notice-page'

const needed = (pathname: string): Role => {
  if (pathname.startsWith('/admin')) return 'admin'
  return pathname.includes('/review') ? 'reviewer' : 'analyst'
}

/** 403: what is missing and who can give it. */
export function ForbiddenPage() {
  const t = useTranslations('shell')
  const environment = useEnvironment()
  const role = t(`role.${needed(usePathname())}`)
  return (
    <NoticePage
      title={t('forbidden.title')}
      text={t('forbidden.text', { role })}
      action={<ButtonLink href={pages.home(environment)}>{t('forbidden.home')}</ButtonLink>}
    />
  )
}
