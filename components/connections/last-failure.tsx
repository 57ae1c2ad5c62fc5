'use client'
import { useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'
import type { ConnectionView } from '@/lib/connections/view'
import { keyOr } from '@/lib/platform/language/keys'

type LastFailureProps = {
  failure: NonNullable<ConnectionView['lastFailure']>
  /** The text is below the time, not beside it. */
  below?: boolean
}

/** When and how the last request of this connection failed. */
export function LastFailure({ failure: { at, code }, below }: LastFailureProps) {
  const t = useTranslations('connections.failure')
  return (
    <>
      <Time value={at} />{' '}
      <small className={below ? 'block text-xs text-fg-muted' : undefined}>
        {t(keyOr(t, code, 'other'))}
      </small>
    </>
  )
}
