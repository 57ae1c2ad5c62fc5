'use client'
import { Info } from 'lucide-react'
import type { ClipboardEvent, RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { readName } from '@/lib/names/read'
import { type Pasted, readPaste } from './smart-paste'
import { useNameWarnings } from './use-name-warnings'

type NameFieldProps = {
  value: string
  inputRef: RefObject<HTMLInputElement | null>
  touched: boolean
  compact?: boolean
  onChange: (name: string) => void
  onPasted: (pasted: Pasted) => void
  onBlur: () => void
}

/** The name to compare. What looks odd is said and never blocks: a false refusal is worse than the bank's answer. */
export function NameField({ value, inputRef, touched, compact, onChange, onPasted, onBlur }: NameFieldProps) {
  const t = useTranslations('check.name')
  const verdict = readName(value)
  const warnings = useNameWarnings(verdict.ok && touched ? value : null)
  const pasteRow = (event: ClipboardEvent) => {
    const pasted = readPaste(event.clipboardData.getData('text'))
    if (!pasted?.name) return
    event.preventDefault()
    onPasted(pasted)
  }
  const soft = warnings.length > 0 && (
    <span className="field-warning">
      <Info aria-hidden="true" />
      {warnings.map((warning) => t(`warning.${warning}`)).join(' ')}
    </span>
  )
  return (
    <Field
      label={t('label')}
      hint={soft || (compact ? undefined : t('hint'))}
      error={!verdict.ok && touched ? t(`problem.${verdict.code}`) : undefined}
    >
      <Input
        ref={inputRef}
        scale="lg"
        value={value}
        autoComplete="off"
        spellCheck={false}
        translate="no"
        onChange={(event) => onChange(event.target.value)}
        onPaste={pasteRow}
        onBlur={onBlur}
      />
    </Field>
  )
}
