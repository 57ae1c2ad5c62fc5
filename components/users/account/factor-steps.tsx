'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { CopyButton } from '@/components/ui/copy-button'
import { toast } from '@/components/ui/messages/toast'
import { api } from '@/lib/http/paths'
import type { Enrolment } from '@/lib/users/account-view'
import type { PasswordAndCode } from '@/lib/users/schema'
import { PasswordAndCodeForm } from './password-and-code-form'
import { QrCode } from './qr-code'
import { accountQuery } from './queries'
import { SingleFieldForm } from './single-field-form'

export type Purpose = 'enrol' | 'codes' | 'replace' | 'off'
type Codes = { codes: string[] }

const begin = (purpose: Purpose, body: PasswordAndCode): Promise<Partial<Enrolment & Codes>> => {
  if (purpose === 'codes') return request(api.accountRecoveryCodes, { body })
  return request(api.accountFactor, { method: purpose === 'off' ? 'DELETE' : 'POST', body })
}

type StepsProps = {
  purpose: Purpose
  /** receives the recovery codes, also when they come after the dialog was closed */
  onCodes: (codes: string[]) => void
  onDone: () => void
}

/** Password (and a code if a factor is on), then the steps of the purpose: QR code and first code, or none. */
export function FactorSteps({ purpose, onCodes, onDone }: StepsProps) {
  const t = useTranslations('account.factor')
  const client = useQueryClient()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: accountQuery.queryKey })
  const start = useMutation({
    mutationFn: (proofs: PasswordAndCode) => begin(purpose, proofs),
    onSuccess: async ({ secret, uri, codes: made }) => {
      if (secret && uri) return setEnrolment({ secret, uri })
      await refresh()
      if (made) return onCodes(made)
      toast(t('off'))
      onDone()
    },
  })
  const confirm = useMutation({
    mutationFn: (code: string) => request<Codes>(api.accountFactor, { method: 'PUT', body: { code } }),
    onSuccess: async ({ codes: made }) => {
      await refresh()
      onCodes(made)
    },
  })
  if (!enrolment && purpose !== 'enrol') return <PasswordAndCodeForm act={start} />
  if (!enrolment) {
    const act = { ...start, mutate: (password: string) => start.mutate({ password }) }
    return (
      <SingleFieldForm
        key="password"
        kind="password"
        act={act}
        label={t('password')}
        submit={t('continue')}
      />
    )
  }
  return (
    <div className="grid gap-4">
      <p>{t('scan')}</p>
      <QrCode text={enrolment.uri} label={t('qr')} />
      <p className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-sm break-all">{enrolment.secret}</code>
        <CopyButton text value={enrolment.secret} label={t('copyKey')} />
      </p>
      <SingleFieldForm key="code" kind="code" act={confirm} label={t('code')} submit={t('confirm')} />
    </div>
  )
}
