'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { Time } from '@/components/ui/format'
import { FormDialog } from '@/components/ui/overlays/form-dialog'
import { useServerNow } from '@/components/ui/use-server-now'
import type { ResolutionKind, UnknownAttemptView } from '@/lib/attempts/view'
import { DecideFields } from './decide-fields'
import { EMPTY, inputOf, type Missing, missingFields, type ResolutionDraft } from './draft'
import { problemKey } from './problems'
import { useResolve } from './use-decisions'

/** The ways to resolve an unknown outcome, the effect of each on credits, and the fields it needs. */
export function DecideDialog({ attempt, onClose }: { attempt: UnknownAttemptView; onClose: () => void }) {
  const t = useTranslations('attempts')
  const words = useRefusalWords('attempts.problem')
  const late = attempt.state === 'written_off'
  const [draft, setDraft] = useState<ResolutionDraft>({
    ...EMPTY,
    as: late ? 'attached' : null,
    upstreamId: attempt.upstreamId ?? '',
  })
  const [missing, setMissing] = useState<Missing>({})
  const resolve = useResolve(attempt)
  const change = (part: Partial<ResolutionDraft>) => setDraft((now) => ({ ...now, ...part }))
  /** What was refused of one resolution says nothing about another. */
  const choose = (as: ResolutionKind) => {
    change({ as })
    setMissing({})
    if (resolve.isError) resolve.reset()
  }
  const submit = () => {
    const found = missingFields(draft)
    setMissing(found)
    const input = inputOf(draft)
    if (input && Object.keys(found).length === 0 && !resolve.isPending)
      resolve.mutate(input, { onSuccess: onClose })
  }
  const problem = resolve.error && problemKey(resolve.error)
  const inField = problem !== null && draft.as === 'attached' && IN_FIELD.test(problem)
  const complete = Object.keys(missing).length === 0
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(late ? 'late.title' : 'dialog.title')}
      description={t(late ? 'late.text' : 'dialog.text')}
      submit={t(`submit.${draft.as ?? 'none'}`)}
      busy={resolve.isPending}
      onSubmit={submit}
      refused={complete && problem && !inField && words(problem)}
    >
      {!late && (
        <Resolutions
          attempt={attempt}
          value={draft.as}
          refused={missing.as && t('missing.as')}
          onChange={choose}
        />
      )}
      <DecideFields
        draft={draft}
        missing={missing}
        problem={inField ? words(problem) : undefined}
        onChange={change}
      />
    </FormDialog>
  )
}

/** Error codes about the id itself. */
const IN_FIELD = /^(attach_|already_attached|mismatch_)/

type ResolutionsProps = {
  attempt: UnknownAttemptView
  value: ResolutionKind | null
  refused?: string
  onChange: (kind: ResolutionKind) => void
}

function Resolutions({ attempt, value, ...group }: ResolutionsProps) {
  const t = useTranslations('attempts.way')
  const now = useServerNow(1_000)
  const { items: count, declarableAt, resolution, subject, upstreamId } = attempt
  const early = declarableAt !== null && Date.parse(declarableAt) > now
  const notBilled = resolution?.waiting ? 'declared' : early ? 'early' : 'hint'
  const options = [
    ...(subject.kind === 'batch'
      ? [{ value: 'attached' as const, label: t('attached.label'), hint: t('attached.hint', { count }) }]
      : []),
    ...(upstreamId === null
      ? [
          {
            value: 'not_billed' as const,
            label: t('not_billed.label'),
            hint: t.rich(`not_billed.${notBilled}`, {
              count,
              time: () => <Time value={declarableAt ?? new Date(now)} form="clock" />,
            }),
            disabled: notBilled !== 'hint',
          },
        ]
      : []),
    {
      value: 'written_off' as const,
      label: t('written_off.label'),
      hint: t('written_off.hint', { count, kind: subject.kind }),
    },
  ]
  return <RadioGroup label={t('label')} value={value ?? undefined} options={options} {...group} />
}
