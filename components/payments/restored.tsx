'use client'
import { useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'
import { Banner } from '@/components/ui/messages/banner'
import type { RunView } from '@/lib/payments/view'

/** That releases may be missing since a backup was restored, for the person who is about to release. */
export function Restored({ restore: { madeAt, restoredAt } }: { restore: RunView['restores'][number] }) {
  const t = useTranslations('payments.notice.restored')
  return (
    <Banner kind="warning" title={t('title')}>
      {t.rich('text', {
        made: () => <Time value={madeAt} form="full" />,
        restored: () => <Time value={restoredAt} form="full" />,
      })}
    </Banner>
  )
}
