'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icon'
import { api } from '@/lib/http/paths'

/** Downloads every line of the run as CSV. */
export function ListLink({ runId, small = false }: { runId: string; small?: boolean }) {
  const t = useTranslations('payments.run')
  return (
    <a className={cx('btn', small && 'btn-sm')} href={api.paymentList(runId)} download>
      <Icon name="download" />
      {t('downloadList')}
    </a>
  )
}
