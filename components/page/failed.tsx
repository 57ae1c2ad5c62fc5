'use client'
import { useTranslations } from 'use-intl'
import { BareNotice, type NoticeProps } from './notice'

export type FailedProps = { error: unknown; retry: () => void }

/** What is said of a page that failed: words, a reference the logs know, Try again. */
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

/** A page that failed together with its frame. Every page carries it: it brings nothing else along. */
export function FailedBare(props: FailedProps) {
  return <BareNotice {...useFailed(props)} />
}
