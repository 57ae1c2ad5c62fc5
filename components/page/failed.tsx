'use client'
import { useTranslations } from 'use-intl'
import { BareNotice, type NoticeProps } from './notice'

export type FailedProps = { error: unknown; retry: () => void }

/** The content of an error page: message, reference to the logs, Try again. */
export function useFailed({ error, retry }: FailedProps): NoticeProps {
  const t = useTranslations()
  const digest = error && typeof error === 'object' && 'digest' in error ? String(error.digest) : ''
  const text = [t('shell.failed.text'), digest && t('shell.failed.reference', { reference: digest })].join(
    ' ',
  )
  const action = (
    <button type="button" className="btn" onClick={retry}>
      {t('ui.tryAgain')}
    </button>
  )
  return { title: t('shell.failed.title'), text, action }
}

/** An error page without the frame. Every page bundles it, so it imports nothing else. */
export function FailedBare(props: FailedProps) {
  return <BareNotice {...useFailed(props)} />
}
