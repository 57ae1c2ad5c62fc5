'use client'
import type { UseMutationResult } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettingForm } from '@/components/live/use-setting-form'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { LeaveGuard } from '@/components/ui/overlays/leave-guard'
import { adminApi } from '@/lib/http/admin-paths'
import { MAX_POLICY_DAYS, type PaymentPolicy } from '@/lib/payments/gate/gate'
import type { DryRun } from '@/lib/payments/policy/view'
import { policyQuery } from './queries'

const DAYS = ['maxAgeDays', 'duplicateDays'] as const
const SWITCHES = ['decisionMemory', 'letUncheckedPass'] as const
type Days = (typeof DAYS)[number]

type PolicyFormProps = {
  saved: PaymentPolicy
  dryRun: UseMutationResult<DryRun, Error, PaymentPolicy>
}

/** The form of the policy. Before it is saved, its effect on past runs is shown, and confirmed if lines change. */
export function PolicyForm({ saved, dryRun }: PolicyFormProps) {
  const t = useTranslations('paymentAdmin.policy')
  const { draft, change, changed, save } = useSettingForm({
    saved,
    path: adminApi.paymentPolicy,
    query: policyQuery,
    valueIn: (policy: PaymentPolicy) => policy,
    draftOf,
    words: { saved: t('saved'), notSaved: t('notSaved') },
  })
  /** the policy whose effect the admin must confirm */
  const [asked, setAsked] = useState<Draft | null>(null)
  const read = policyOf(draft)
  const dryRunId = useId()
  const [wrong, setWrong] = useState<Days[]>([])
  const submit = ({ submitter }: SubmitEvent) => {
    const found = DAYS.filter((field) => !isDays(read[field]))
    setWrong(found)
    if (found.length > 0 || save.isPending || dryRun.isPending) return
    if (submitter?.id === dryRunId) dryRun.mutate(read)
    else
      dryRun.mutate(read, {
        onSuccess: ({ changed: lines }) => {
          if (lines > 0) setAsked(draft)
          else save.mutate({ values: read, sent: draft })
        },
      })
  }
  return (
    <Form onSubmit={submit} aria-label={t('title')} className="grid max-w-form gap-5">
      <LeaveGuard changed={changed} />
      <div className="grid fit-3xs gap-4">
        {DAYS.map((field) => (
          <Field
            key={field}
            label={t(`${field}.label`)}
            hint={t(`${field}.hint`)}
            refused={wrong.includes(field) && t('wrong')}
          >
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={draft[field]}
              onChange={({ target }) => change({ [field]: target.value })}
            />
          </Field>
        ))}
      </div>
      <div className="grid gap-3">
        {SWITCHES.map((field) => (
          <Checkbox
            key={field}
            label={t(`${field}.label`)}
            hint={t(`${field}.hint`)}
            checked={draft[field]}
            onChange={({ target }) => change({ [field]: target.checked })}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isPending || dryRun.isPending}>
          {t('save')}
        </Button>
        <Button id={dryRunId} type="submit" busy={dryRun.isPending}>
          {t('dryRun.button')}
        </Button>
      </div>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('confirm.title', { changed: dryRun.data?.changed ?? 0 })}
        confirmLabel={t('save')}
        busy={save.isPending}
        onConfirm={() =>
          asked &&
          save.mutate(
            { values: policyOf(asked), sent: asked },
            { onSuccess: () => dryRun.reset(), onSettled: () => setAsked(null) },
          )
        }
      >
        {dryRun.data && t('confirm.text', { lines: dryRun.data.lines, runs: dryRun.data.runs })}{' '}
        {dryRun.data?.complete === false && t('dryRun.part')}
      </ConfirmDialog>
    </Form>
  )
}

/** The content of the fields: numbers are still texts. */
type Draft = Omit<PaymentPolicy, Days> & Record<Days, string>
const draftOf = (policy: PaymentPolicy): Draft => ({
  ...policy,
  maxAgeDays: `${policy.maxAgeDays}`,
  duplicateDays: `${policy.duplicateDays}`,
})
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
const policyOf = (draft: Draft): PaymentPolicy => ({
  ...draft,
  maxAgeDays: numberOf(draft.maxAgeDays),
  duplicateDays: numberOf(draft.duplicateDays),
})
const isDays = (days: number) => Number.isInteger(days) && days >= 1 && days <= MAX_POLICY_DAYS
