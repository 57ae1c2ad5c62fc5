'use client'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/fields/field'
import { Input, Textarea } from '@/components/ui/fields/input'
import type { Missing, ResolutionDraft } from './draft'

type DecideFieldsProps = {
  draft: ResolutionDraft
  missing: Missing
  /** why the id was refused */
  problem?: string
  onChange: (part: Partial<ResolutionDraft>) => void
}

/** The fields of the chosen resolution: the provider's id, or a text for the record. */
export function DecideFields({ draft, missing, problem, onChange }: DecideFieldsProps) {
  const t = useTranslations('attempts')
  if (draft.as === null) return null
  if (draft.as === 'attached')
    return (
      <Field
        label={t('field.upstreamId')}
        hint={t('field.upstreamIdHint')}
        refused={missing.upstreamId ? t('missing.upstreamId') : problem}
      >
        <Input
          mono
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={draft.upstreamId}
          onChange={({ target }) => onChange({ upstreamId: target.value })}
        />
      </Field>
    )
  return (
    <>
      <Field label={t('field.reason')} refused={missing.reason && t('missing.reason')}>
        <Textarea
          rows={3}
          maxLength={1000}
          value={draft.reason}
          onChange={({ target }) => onChange({ reason: target.value })}
        />
      </Field>
      {draft.as === 'not_billed' && (
        <Field
          label={t('field.evidence')}
          hint={t('field.evidenceHint')}
          refused={missing.evidence && t('missing.evidence')}
        >
          <Input
            autoComplete="off"
            maxLength={200}
            value={draft.evidence}
            onChange={({ target }) => onChange({ evidence: target.value })}
          />
        </Field>
      )}
    </>
  )
}
