'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettingForm } from '@/components/live/use-setting-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'
import { typedNumber } from '@/components/ui/fields/typed-number'
import { LeaveGuard } from '@/components/ui/overlays/leave-guard'
import { adminApi } from '@/lib/http/admin-paths'
import type { OfficeLimits } from '@/lib/limits/limits'
import { limitsQuery } from './queries'

/** The groups of the form with their fields, as in `Limits`. */
const GROUPS = {
  names: ['names.warnFrom', 'names.secondFrom'],
  credits: ['credits.upload', 'credits.personDay'],
} as const
type Group = keyof typeof GROUPS
type Limit = (typeof GROUPS)[Group][number]
type Draft = Record<Limit, string>
/** One sentence for every limit of credits. */
const wrongKey = (limit: Limit) =>
  limit === 'credits.upload' || limit === 'credits.personDay' ? 'credits.wrong' : (`${limit}.wrong` as const)

/** The limits; an empty field means no limit. */
export function LimitsForm({ saved }: { saved: OfficeLimits }) {
  const t = useTranslations('limits')
  const [wrong, setWrong] = useState<string[]>([])
  const { draft, change, changed, save } = useSettingForm({
    saved,
    path: adminApi.limits,
    query: limitsQuery,
    valueIn: (limits: OfficeLimits) => limits,
    draftOf,
    words: { saved: t('saved'), notSaved: t('notSaved') },
    onWrong: setWrong,
  })
  const submit = () => {
    setWrong([])
    if (!save.isPending) save.mutate({ values: limitsOf(draft), sent: draft })
  }
  const groups = Object.entries(GROUPS) as [Group, readonly Limit[]][]
  return (
    <Form
      onSubmit={submit}
      aria-label={t('title')}
      className="grid max-w-form gap-5 px-6 pt-3.5 pb-2 max-md:px-4"
    >
      <LeaveGuard changed={changed} />
      {groups.map(([group, limits]) => (
        <fieldset key={group}>
          <legend className="text-md font-semibold">{t(`${group}.title`)}</legend>
          <p className="mb-3 text-fg-muted">{t(`${group}.lead`)}</p>
          <div className="grid fit-3xs gap-4">
            {limits.map((limit) => (
              <Field
                key={limit}
                label={t(`${limit}.label`)}
                hint={t(`${limit}.hint`)}
                refused={wrong.includes(limit) && t(wrongKey(limit))}
              >
                <Input
                  inputMode="numeric"
                  autoComplete="off"
                  value={draft[limit]}
                  onChange={({ target }) => change({ [limit]: target.value })}
                />
              </Field>
            ))}
          </div>
        </fieldset>
      ))}
      <div>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}

const textOf = (limit: number | null) => limit?.toString() ?? ''
const draftOf = ({ names, credits }: OfficeLimits): Draft => ({
  'names.warnFrom': textOf(names.warnFrom),
  'names.secondFrom': textOf(names.secondFrom),
  'credits.upload': textOf(credits.upload),
  'credits.personDay': textOf(credits.personDay),
})

/** The limits as typed, which the server checks. */
const limitsOf = (draft: Draft) => ({
  names: {
    warnFrom: typedNumber(draft['names.warnFrom']),
    secondFrom: typedNumber(draft['names.secondFrom']),
  },
  credits: {
    upload: typedNumber(draft['credits.upload']),
    personDay: typedNumber(draft['credits.personDay']),
  },
})
