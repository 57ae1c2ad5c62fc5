'use client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Checkboxes } from '@/components/ui/fields/checkboxes'
import { Field, FieldGroup } from '@/components/ui/fields/field'
import { Input, Select } from '@/components/ui/fields/input'
import { FormDialog } from '@/components/ui/overlays/form-dialog'
import { useMounted } from '@/components/ui/use-mounted'
import { adminApi } from '@/lib/http/admin-paths'
import { DIFFERENCES } from '@/lib/names/differences'
import type { MessageKey } from '@/lib/platform/language/keys'
import { POLICIES, REVIEW_RESULTS, SOURCES } from '@/lib/reviews/policy'
import { ruleInputOf } from '@/lib/reviews/rules/input-of'
import { approvesItself, asksPeople, RULE_OUTCOMES } from '@/lib/reviews/rules/outcomes'
import {
  isSpellingOnly,
  type Rule,
  type RuleInput,
  type RulePreview,
  ruleInput,
  SPELLING_ONLY,
} from '@/lib/reviews/rules/rules'
import { RulePreviewBox } from './preview'
import type { RulesState } from './use-rules'

const EMPTY: RuleInput = {
  name: '',
  enabled: true,
  results: [],
  differenceTypes: [],
  sources: [],
  countries: [],
  referencePattern: null,
  outcome: 'review',
  policy: null,
}

type RuleFormProps = { rule: Rule | null; rules: RulesState; onClose: () => void }

/** Creates or changes a rule; the last line previews the effect of all rules. */
export function RuleForm({ rule, rules, onClose }: RuleFormProps) {
  const t = useTranslations('rules')
  const [draft, setDraft] = useState<RuleInput>(rule ? ruleInputOf(rule) : EMPTY)
  const [countries, setCountries] = useState(draft.countries.join(', '))
  const [wrong, setWrong] = useState<PropertyKey[]>([])
  const mounted = useMounted()
  const whole = {
    ...draft,
    countries: countries
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  }
  const parsed = ruleInput.safeParse(whole)
  const problems = parsed.success ? [] : parsed.error.issues.flatMap(({ path }) => path.slice(0, 1))
  // another outcome may take what one refused
  const refused = (field: MessageKey<'rules.form.problem'>) =>
    wrong.includes(field) && problems.includes(field) && t(`form.problem.${field}`)
  const set = (change: Partial<RuleInput>) => setDraft((before) => withinLimits({ ...before, ...change }))
  const save = async () => {
    setWrong(problems)
    if (!parsed.success || rules.busy) return
    const saving = rule ? rules.update(rule, parsed.data) : rules.add(parsed.data)
    await saving.then(
      () => mounted.current && onClose(),
      () => {},
    )
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(rule ? 'form.edit' : 'form.create')}
      submit={t('save')}
      busy={rules.busy}
      onSubmit={save}
    >
      <Field label={t('form.name')} refused={refused('name')}>
        <Input value={draft.name} maxLength={60} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <Conditions draft={draft} set={set} refused={refused('differenceTypes')} />
      <div className="grid fit-56 gap-4">
        <Field label={t('form.countries')} hint={t('form.countriesHint')} refused={refused('countries')}>
          <Input value={countries} onChange={({ target }) => setCountries(target.value)} />
        </Field>
        <Field
          label={t('form.reference')}
          hint={t('form.referenceHint')}
          refused={refused('referencePattern')}
        >
          <Input
            value={draft.referencePattern ?? ''}
            maxLength={100}
            onChange={({ target }) => set({ referencePattern: target.value || null })}
          />
        </Field>
        <Field label={t('form.outcome')} hint={approvesItself(draft.outcome) ? t('byRule') : undefined}>
          <Select
            value={draft.outcome}
            onChange={({ target }) => set({ outcome: target.value as RuleInput['outcome'] })}
            options={RULE_OUTCOMES.map((value) => ({ value, label: t(`outcome.${value}`) }))}
          />
        </Field>
        {asksPeople(draft.outcome) && (
          <Field label={t('form.policy')}>
            <Select
              value={draft.policy ?? ''}
              onChange={({ target }) => set({ policy: (target.value || null) as RuleInput['policy'] })}
              options={[
                { value: '', label: t('form.generalPolicy') },
                ...POLICIES.map((value) => ({ value, label: t(`policy.${value}`) })),
              ]}
            />
          </Field>
        )}
      </div>
      {parsed.success && <DraftPreview draft={parsed.data} id={rule?.id} rules={rules} />}
    </FormDialog>
  )
}

/** A rule may approve spelling differences only, so other differences are not offered then. */
function withinLimits(draft: RuleInput): RuleInput {
  const types =
    draft.outcome === 'approve' ? draft.differenceTypes.filter(isSpellingOnly) : draft.differenceTypes
  return { ...draft, differenceTypes: types, policy: asksPeople(draft.outcome) ? draft.policy : null }
}

type ConditionsProps = { draft: RuleInput; set: (change: Partial<RuleInput>) => void; refused: ReactNode }

function Conditions({ draft, set, refused }: ConditionsProps) {
  const t = useTranslations('rules.form')
  const outcome = useTranslations('outcome.label')
  const names = useTranslations('names.type')
  const sources = useTranslations('review.filter.sources')
  const types = draft.outcome === 'approve' ? SPELLING_ONLY : DIFFERENCES
  return (
    <>
      <Choices
        title={t('results')}
        values={REVIEW_RESULTS}
        chosen={draft.results}
        word={outcome}
        onChange={(results) => set({ results })}
      />
      <Choices
        title={t(asksPeople(draft.outcome) ? 'differencesAny' : 'differencesOnly')}
        values={types}
        chosen={draft.differenceTypes}
        word={names}
        refused={refused}
        onChange={(differenceTypes) => set({ differenceTypes })}
      />
      <Choices
        title={t('sources')}
        values={SOURCES}
        chosen={draft.sources}
        word={sources}
        onChange={(chosen) => set({ sources: chosen })}
      />
    </>
  )
}

type ChoicesProps<T extends string> = {
  title: string
  values: readonly T[]
  chosen: readonly string[]
  word: (value: T) => string
  refused?: ReactNode
  onChange: (chosen: T[]) => void
}

function Choices<T extends string>({ title, values, chosen, word, refused, onChange }: ChoicesProps<T>) {
  return (
    <FieldGroup legend={title} refused={refused}>
      <div className="flex flex-wrap gap-x-4">
        <Checkboxes
          values={values}
          chosen={values.filter((value) => chosen.includes(value))}
          label={word}
          onChange={onChange}
        />
      </div>
    </FieldGroup>
  )
}

function DraftPreview({ draft, id, rules }: { draft: RuleInput; id?: string; rules: RulesState }) {
  const drafts = id
    ? rules.items.map((each) => (each.id === id ? draft : ruleInputOf(each)))
    : [draft, ...rules.items.map(ruleInputOf)]
  const { data } = useQuery({
    queryKey: ['review-rules', 'preview', drafts],
    queryFn: ({ signal }) => request<RulePreview>(adminApi.rulePreview, { body: { rules: drafts }, signal }),
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
  return data ? <RulePreviewBox preview={data} /> : null
}
