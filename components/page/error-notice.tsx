'use client'
import { useTranslations } from 'use-intl'
import { BareNotice, type NoticeProps } from './notice'

export type ErrorNoticeProps = { error: unknown; retry: () => void }

/** The content of an error page: message, reference to the logs, Try again. */
export function useErrorNotice({ error, retry }: ErrorNoticeProps): NoticeProps {
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
export function BareErrorNotice(props: ErrorNoticeProps) {
  return <BareNotice {...useErrorNotice(props)} />
}
