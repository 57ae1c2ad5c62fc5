'use client'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { paymentRunsQuery } from '@/components/payments/queries'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/input'
import { useDateWords } from '@/components/ui/format'
import { toast } from '@/components/ui/messages/toast'
import { FormDialog } from '@/components/ui/overlays/form-dialog'
import { api } from '@/lib/http/paths'
import type { ReportReceipt } from '@/lib/payments/reports/view'
import { useReportRefusal } from './use-report-refusal'

/** Lets a person join a report without a run to one of the newest runs. */
export function JoinReport({ id }: { id: string }) {
  const t = useTranslations('reports.alone')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('join')}
      </Button>
      {open && <JoinDialog id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

function JoinDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('reports.alone')
  const refusal = useReportRefusal()
  const date = useDateWords()
  const client = useQueryClient()
  const runs = useInfiniteQuery(paymentRunsQuery)
  const items = runs.data?.pages.flatMap((page) => page.items) ?? []
  const readable = items.filter(({ state }) => state !== 'unreadable')
  const [run, setRun] = useState('')
  const [missing, setMissing] = useState(false)
  const join = useMutation({
    mutationFn: (to: string) => request<ReportReceipt>(api.paymentReportJoin(id), { body: { run: to } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['payment report', id] })
      toast(t('joined'))
    },
  })
  const submit = () => {
    setMissing(run === '')
    if (run !== '' && !join.isPending) join.mutate(run, { onSuccess: onClose })
  }
  const labelOf = (fileName: string, at: string) =>
    `${fileName}, ${date(at, { day: 'numeric', month: 'short', year: 'numeric' })}`
  return (
    <FormDialog
      onClose={onClose}
      title={t('join')}
      description={t('choose')}
      submit={t('join')}
      busy={join.isPending}
      onSubmit={submit}
    >
      <Field label={t('run')} refused={missing ? t('none') : join.error && refusal(join.error)}>
        <Select
          value={run}
          onChange={({ target }) => setRun(target.value)}
          options={[
            { value: '', label: t('none') },
            ...readable.map(({ id: value, fileName, createdAt }) => ({
              value,
              label: labelOf(fileName, createdAt),
            })),
          ]}
        />
      </Field>
    </FormDialog>
  )
}
