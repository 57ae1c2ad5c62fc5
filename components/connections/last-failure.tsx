'use client'
import { useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'
import type { ConnectionView } from '@/lib/connections/view'

type LastFailureProps = { failure: NonNullable<ConnectionView['lastFailure']> }

/** When the provider last did not serve a request of this connection, and how. */
export function LastFailure({ failure: { at, code } }: LastFailureProps) {
  const t = useTranslations('connections.failure')
  return (
    <>
      <Time value={at} /> <small>{t(t.has(code) ? code : 'other')}</small>
    </>
  )
}
