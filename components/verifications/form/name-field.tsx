'use client'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { judge } from './judge'
import { PastedElse } from './pasted-else'
import type { Pasted } from './smart-paste'
import { useNameWarnings } from './use-name-warnings'
import { type NotTaken, usePaste } from './use-paste'

type NameFieldProps = {
  value: string
  inputRef: RefObject<HTMLInputElement | null>
  touched: boolean
  compact?: boolean
  onChange: (name: string) => void
  onPasted: (pasted: Pasted) => void
  /** What was pasted last and filled no field. */
  notTaken: NotTaken | null
  onPastedElse: (pasted: NotTaken) => void
  onBlur: () => void
}

/** The name to compare. What looks odd is said and never blocks: a false refusal is worse than the bank's answer. */
export function NameField(props: NameFieldProps) {
  const { value, inputRef, touched, compact, notTaken, onChange, onPasted, onPastedElse, onBlur } = props
  const t = useTranslations('check.name')
  const verdict = judge.use(touched)?.readName(value)
  const warnings = useNameWarnings(verdict?.ok && touched ? value : null)
  const paste = usePaste((_, pasted) => {
    if (pasted.name !== null) onPasted(pasted)
    return pasted.name !== null
  }, onPastedElse)
  const soft = warnings.length > 0 && (
    <span className="field-warning">
      <Icon name="info" />
      {warnings.map((warning) => t(`warning.${warning}`)).join(' ')}
    </span>
  )
  return (
    <Field
      label={t('label')}
      hint={(notTaken && <PastedElse {...notTaken} />) || soft || (compact ? undefined : t('hint'))}
      error={verdict && !verdict.ok && touched ? t(`problem.${verdict.code}`) : undefined}
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
