'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { Banner } from '@/components/ui/messages/banner'
import { toastError } from '@/components/ui/messages/toast'
import type { ChainVerdict } from '@/lib/audit/view'
import { adminApi } from '@/lib/http/admin-paths'

/** The result of the last verification of the hash chain, and a button to run it again. */
export function ChainLine({ last }: { last: ChainVerdict | null }) {
  const t = useTranslations('audit.chain')
  const verify = useMutation({
    mutationFn: () => request<ChainVerdict>(adminApi.auditVerify, { method: 'POST' }),
    onError: () => toastError(t('failed')),
  })
  const verdict = verify.data ?? last
  const button = (
    <Button size="sm" busy={verify.isPending} onClick={() => verify.mutate()}>
      {t('verify')}
    </Button>
  )
  const banner = { className: 'mx-6 mt-3.5 mb-3 max-md:mx-4', action: button }
  if (!verdict) return <Banner {...banner}>{t('never')}</Banner>
  if (!verdict.breach)
    return (
      <Banner {...banner} kind="success" icon="shield-check">
        {t.rich('holds', {
          count: verdict.entries,
          time: () => <Time value={verdict.checkedAt} />,
        })}
      </Banner>
    )
  const { kind, seq, after = '0' } = verdict.breach
  return (
    <Banner {...banner} kind="error" icon="shield-exclamation-point" title={t('broken', { seq, kind })}>
      {t(`breach.${kind}`, { seq, after })}
    </Banner>
  )
}
