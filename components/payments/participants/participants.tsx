'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { sendFile } from '@/components/live/send-file'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Page } from '@/components/page/page'
import { DropFile } from '@/components/payments/drop-file'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { PageBody } from '@/components/ui/layout'
import { toast, toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { Cell, HeadCell, RowHeader, Table } from '@/components/ui/table'
import { adminApi } from '@/lib/http/admin-paths'
import type { RegisterState } from '@/lib/payments/participants/schema'
import { keyOr } from '@/lib/platform/language/keys'
import { registerQuery } from './queries'

/** The admin page of the scheme's register of participants. */
export function Participants() {
  const t = useTranslations('paymentAdmin.participants')
  const common = useCommonRefusal()
  const { data: state } = useQuery(registerQuery)
  const [removing, setRemoving] = useState(false)
  const { load, remove } = useRegister()
  const { error } = load
  return (
    <Page title={t('title')} meta={t('lead')}>
      <PageBody className="max-w-3xl grid-cols-1 gap-6 pb-8">
        {state && <RegisterFacts state={state} onRemove={() => setRemoving(true)} />}
        <DropFile
          words={{ drop: t('drop'), choose: t('choose'), hint: t('hint'), sending: t('sending') }}
          accept=".csv,.txt,text/csv"
          busy={load.isPending}
          error={error && (common(error) ?? t(keyOr(t, `problem.${problemCode(error)}`, 'problem.other')))}
          onFile={(file) => load.mutate(file)}
        />
        {state && state.countries.length > 0 && <Countries state={state} />}
      </PageBody>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('remove.title')}
        confirmLabel={t('remove.confirm')}
        danger
        onConfirm={() => {
          remove.mutate()
          setRemoving(false)
        }}
      >
        {t('remove.text')}
      </ConfirmDialog>
    </Page>
  )
}

function useRegister() {
  const t = useTranslations('paymentAdmin.participants')
  const common = useCommonRefusal()
  const client = useQueryClient()
  const done = (words: string) => (state: RegisterState) => {
    client.setQueryData(registerQuery.queryKey, state)
    toast(words)
  }
  return {
    load: useMutation({
      mutationFn: (file: File) => sendFile<RegisterState>(adminApi.participants, 'PUT', file),
      onSuccess: done(t('loaded')),
    }),
    remove: useMutation({
      mutationFn: () => request<RegisterState>(adminApi.participants, { method: 'DELETE' }),
      onSuccess: done(t('remove.done')),
      onError: (error) => toastError(common(error) ?? t('problem.other')),
    }),
  }
}

function RegisterFacts({ state, onRemove }: { state: RegisterState; onRemove: () => void }) {
  const t = useTranslations('paymentAdmin.participants')
  const { banks, loadedAt, loadedBy, left, skipped } = state
  if (banks === 0 || loadedAt === null) return <p className="text-fg-muted">{t('none')}</p>
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="mr-auto">
        <p className="num text-lg font-semibold">{t('banks', { n: banks })}</p>
        <p className="text-fg-muted">
          {t.rich('at', { time: () => <Time value={loadedAt} form="full" />, name: loadedBy ?? '' })}
        </p>
        {left + skipped > 0 && <p className="num text-fg-muted">{t('out', { left, skipped })}</p>}
      </div>
      <Button size="sm" icon="trash" onClick={onRemove}>
        {t('remove.confirm')}
      </Button>
    </div>
  )
}

function Countries({ state }: { state: RegisterState }) {
  const t = useTranslations('paymentAdmin.participants')
  return (
    <Table caption={t('countries')} full={false} className="max-w-xs">
      <thead>
        <tr>
          <HeadCell>{t('country')}</HeadCell>
          <HeadCell numeric>{t('count')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {state.countries.map(({ country, banks }) => (
          <tr key={country}>
            <RowHeader translate="no">{country}</RowHeader>
            <Cell numeric>{banks}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
