'use client'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettingForm } from '@/components/live/use-setting-form'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { Field, Form } from '@/components/ui/fields/field'
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
  const [days, setDays] = useState(() => daysOf(saved))
  const [switches, setSwitches] = useState(() => switchesOf(saved))
  const { before, save } = useSettingForm({
    ...{
      saved,
      path: adminApi.paymentPolicy,
      query: policyQuery,
      valueIn: (policy: PaymentPolicy) => policy,
    },
    words: { saved: t('saved'), notSaved: t('notSaved') },
    onStored: (policy) => {
      setDays(daysOf(policy))
      setSwitches(switchesOf(policy))
    },
  })
  /** the policy whose effect the admin must confirm */
  const [asked, setAsked] = useState<PaymentPolicy | null>(null)
  const read: PaymentPolicy = { ...switches, ...numbersOf(days) }
  const [shown, setShown] = useState(false)
  const wrong = (field: Days) => shown && !isDays(read[field])
  const changed = [...DAYS, ...SWITCHES].some((name) => read[name] !== before[name])
  const act = (then: (policy: PaymentPolicy) => void) => {
    setShown(true)
    if (DAYS.every((field) => isDays(read[field]))) then(read)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending || dryRun.isPending) return
    act((policy) =>
      dryRun.mutate(policy, {
        onSuccess: ({ changed: lines }) => {
          if (lines > 0) setAsked(policy)
          else save.mutate(policy)
        },
      }),
    )
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
            error={wrong(field) && t('wrong')}
          >
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={days[field]}
              onChange={({ target }) => setDays({ ...days, [field]: target.value })}
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
            checked={switches[field]}
            onChange={({ target }) => setSwitches({ ...switches, [field]: target.checked })}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isPending || dryRun.isPending}>
          {t('save')}
        </Button>
        <Button busy={dryRun.isPending} onClick={() => act((policy) => dryRun.mutate(policy))}>
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
          asked && save.mutate(asked, { onSuccess: () => dryRun.reset(), onSettled: () => setAsked(null) })
        }
      >
        {dryRun.data && t('confirm.text', { lines: dryRun.data.lines, runs: dryRun.data.runs })}{' '}
        {dryRun.data?.complete === false && t('dryRun.part')}
      </ConfirmDialog>
    </Form>
  )
}

const daysOf = (policy: PaymentPolicy): Record<Days, string> => ({
  maxAgeDays: `${policy.maxAgeDays}`,
  duplicateDays: `${policy.duplicateDays}`,
})
const switchesOf = ({ decisionMemory, letUncheckedPass }: PaymentPolicy) => ({
  decisionMemory,
  letUncheckedPass,
})
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
const numbersOf = ({ maxAgeDays, duplicateDays }: Record<Days, string>) => ({
  maxAgeDays: numberOf(maxAgeDays),
  duplicateDays: numberOf(duplicateDays),
})
const isDays = (days: number) => Number.isInteger(days) && days >= 1 && days <= MAX_POLICY_DAYS
