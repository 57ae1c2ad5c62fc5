'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { BareNotice, NoticePage } from './notice-page'

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
