'use client'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { readName } from '@/lib/names/read'
import { FieldHint, PasteHint } from './paste-hint'
import type { Pasted } from './smart-paste'
import { useNameWarnings } from './use-name-warnings'
import { type UnusedPaste, usePaste } from './use-paste'

type NameFieldProps = {
  value: string
  inputRef: RefObject<HTMLInputElement | null>
  touched: boolean
  compact?: boolean
  /** Ids of other elements about the name. */
  describedBy: string
  onChange: (name: string) => void
  onPasted: (pasted: Pasted) => void
  /** The last paste that filled no field. */
  notTaken: UnusedPaste | null
  onPastedElse: (pasted: UnusedPaste) => void
  onBlur: () => void
}

/** The name to compare. */
export function NameField(props: NameFieldProps) {
  const {
    value,
    inputRef,
    touched,
    compact,
    notTaken,
    describedBy,
    onChange,
    onPasted,
    onPastedElse,
    onBlur,
  } = props
  const t = useTranslations('check.name')
  const verdict = readName(value)
  const wrong = !verdict.ok && touched ? t(`problem.${verdict.code}`) : undefined
  const paste = usePaste((_, pasted) => {
    if (pasted.name !== null) onPasted(pasted)
    return pasted.name !== null
  }, onPastedElse)
  return (
    <Field
      label={t('label')}
      className={compact ? 'max-md:min-h-[6.5rem]' : 'min-h-[7.25rem]'}
      describedBy={describedBy}
      hint={notTaken ? <PasteHint {...notTaken} /> : compact || wrong ? undefined : t('hint')}
      error={wrong}
    >
      <Input
        ref={inputRef}
        scale="lg"
        value={value}
        autoComplete="off"
        spellCheck={false}
        translate="no"
        onChange={(event) => onChange(event.target.value)}
        onPaste={paste}
        onBlur={onBlur}
      />
    </Field>
  )
}

/** Two digits in a text as long as the shortest IBAN: warned about before blur, because Enter may send it. */
const MAY_HOLD_IBAN = /^(?=.*\d.*\d).{15}/su

/** Warnings never block: a false refusal is worse than the bank's response. */
export function NameWarnings({ id, value, touched }: { id: string; value: string; touched: boolean }) {
  const t = useTranslations('check.name.warning')
  const early = !touched && MAY_HOLD_IBAN.test(value)
  const readable = (touched || early) && readName(value).ok
  const found = useNameWarnings(readable ? value : null)
  const warnings = early ? found.filter((each) => each === 'name_contains_iban') : found
  return (
    <FieldHint id={id} hidden={warnings.length === 0}>
      {warnings.map((warning) => t(warning)).join(' ')}
    </FieldHint>
  )
}
