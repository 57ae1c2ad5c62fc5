'use client'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '@/components/ui/button'
import type { Role } from '@/lib/auth/roles'
import { pages } from '@/lib/http/paths'
import { useEnvironment } from './environment'
import { type FailedProps, useFailed } from './failed'
import { Notice, type NoticeProps } from './notice'
import { Page } from './page'

// Every page carries these beside its own parts: in one file they are one small chunk for all.

/** A notice inside the frame. */
function NoticePage(props: NoticeProps) {
  return (
    <Page breadcrumb={[{ label: props.title }]}>
      <Notice {...props} />
    </Page>
  )
}

/** 404 of a record: the same words whether it never was, is somebody else's, or was deleted. */
export function RecordNotFound() {
  const t = useTranslations('shell.notFound')
  const environment = useEnvironment()
  return (
    <NoticePage
      title={t('recordTitle')}
      text={t('record')}
      action={<ButtonLink href={pages.history(environment)}>{t('history')}</ButtonLink>}
    />
  )
}

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

/** A page that failed inside the frame. */
export function FailedPage(props: FailedProps) {
  return <NoticePage {...useFailed(props)} />
}
