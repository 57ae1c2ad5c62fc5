'use client'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '@/components/ui/button'
import { pages } from '@/lib/http/paths'
import { useEnvironment } from './environment'
import { BareNotice, NoticePage } from './notice-page'

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
