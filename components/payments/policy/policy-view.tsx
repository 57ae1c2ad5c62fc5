'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Page } from '@/components/page/page'
import { PageBody } from '@/components/ui/layout'
import { adminApi } from '@/lib/http/admin-paths'
import type { PaymentPolicy } from '@/lib/payments/gate/gate'
import type { DryRun } from '@/lib/payments/policy/view'
import { DryRunResult } from './dry-run'
import { PolicyForm } from './policy-form'
import { policyQuery } from './queries'

/** The admin page of the policy for payment runs. */
export function PolicyView() {
  const t = useTranslations('paymentAdmin.policy')
  const { data: policy } = useQuery(policyQuery)
  const dryRun = useMutation({
    mutationFn: (draft: PaymentPolicy) => request<DryRun>(adminApi.paymentDryRun, { body: draft }),
  })
  return (
    <Page title={t('title')} meta={t('lead')}>
      <PageBody className="grid-cols-1 gap-6 pb-8">
        {policy && <PolicyForm saved={policy} dryRun={dryRun} />}
        {(dryRun.data || dryRun.isError) && <DryRunResult found={dryRun.data} />}
      </PageBody>
    </Page>
  )
}
