'use client'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '@/components/ui/button'
import type { Role } from '@/lib/auth/roles'
import { pages } from '@/lib/http/paths'
import { useEnvironment } from './environment'
import { BareNotice, NoticePage } from './notice-page'

// Every page carries these beside its own parts: in one file they are one small chunk for all.

/** 404 of a record, inside the frame: the same words whether it never was, is somebody else's, or was deleted. */
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

/** 404 of an address, outside the frame. */
export function AddressNotFound() {
  const t = useTranslations('shell.notFound')
  const action = <ButtonLink href={pages.home()}>{t('home')}</ButtonLink>
  return <BareNotice title={t('title')} text={t('text')} action={action} />
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

type FailedProps = { error: unknown; retry: () => void; bare?: boolean }

/** A page that failed: words, a reference the logs know, Try again. */
export function FailedPage({ error, retry, bare }: FailedProps) {
  const t = useTranslations()
  const digest = error && typeof error === 'object' && 'digest' in error ? String(error.digest) : ''
  const text = [t('shell.failed.text'), digest && t('shell.failed.reference', { reference: digest })].join(
    ' ',
  )
  const action = <Button onClick={retry}>{t('ui.tryAgain')}</Button>
  const View = bare ? BareNotice : NoticePage
  return <View title={t('shell.failed.title')} text={text} action={action} />
}
