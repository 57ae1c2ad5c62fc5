'use client'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type RefObject, useId } from 'react'
import { useTranslations } from 'use-intl'
import { TextButton } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { countryOf } from '@/lib/iban/anatomy'
import { formatIban } from '@/lib/iban/format'
import { checkIban } from '@/lib/iban/validate'
import { IbanAnatomy } from './iban-anatomy'
import { isFullLength, problemMessage, warningMessage } from './iban-message'
import { groupTyped, signsOf } from './iban-typing'
import { type Pasted, readPaste } from './smart-paste'
import { useIbanWords } from './use-iban-words'

export type IbanFieldProps = {
  /** The text at first; later the field keeps it itself. */
  initial: string
  /** The text as it stands, for what is shown around the field. */
  value: string
  inputRef: RefObject<HTMLInputElement | null>
  /** Problems are shown although the field has the focus or is not full. */
  touched: boolean
  onChange: (iban: string) => void
  onPasted: (pasted: Pasted) => void
  onBlur: () => void
  onEnter: (event: KeyboardEvent<HTMLInputElement>) => void
  /** Without the panel, for the form in one line. */
  compact?: boolean
}

/** The IBAN, grouped while it is typed, with its country, bank and parts below. */
export function IbanField(props: IbanFieldProps) {
  const { initial, value, inputRef, touched, compact } = props
  const t = useTranslations('iban')
  const words = useIbanWords()
  const panel = useId()
  const verdict = checkIban(value)
  const country = countryOf(verdict.iban.slice(0, 2))
  const problem =
    !verdict.ok && (touched || isFullLength(verdict)) && problemMessage(verdict.iban, verdict.problem)
  const warnings = verdict.ok ? verdict.warnings.map((each) => warningMessage(each, verdict.country)) : []
  const fix = problem ? problem.fix : undefined
  const error = problem && (
    <>
      {words(problem)}{' '}
      {fix && (
        <TextButton onClick={() => write(inputRef.current, formatIban(fix.iban))}>
          {t('useDigit', { digit: fix.digit })}
        </TextButton>
      )}
    </>
  )
  return (
    <div>
      <Field
        label={t('label')}
        error={error}
        hint={warnings.length > 0 ? warnings.map(words).join(' ') : undefined}
        describedBy={panel}
        counter={country && t('counter', { actual: verdict.iban.length, expected: country.length })}
      >
        <Input
          ref={inputRef}
          mono
          scale="lg"
          defaultValue={formatIban(signsOf(initial))}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          translate="no"
          inputMode="text"
          onInput={(event) => props.onChange(grouped(event))}
          onPaste={(event) => paste(event, props.onPasted)}
          onBlur={props.onBlur}
          onKeyDown={(event) => event.key === 'Enter' && props.onEnter(event)}
        />
      </Field>
      <IbanAnatomy id={panel} verdict={verdict} compact={compact} />
    </div>
  )
}

/** Groups what was typed and gives back its signs. Undo and redo bring back older text and are left alone. */
function grouped(event: FormEvent<HTMLInputElement>): string {
  const input = event.currentTarget
  const { inputType = '', isComposing } = event.nativeEvent as InputEvent
  const next = groupTyped(input.value, input.selectionStart ?? input.value.length)
  if (next.changed && !inputType.startsWith('history') && !isComposing) {
    write(input, next.text)
    input.setSelectionRange(next.caret, next.caret)
  }
  return signsOf(input.value)
}

/** Replaces the text the way a person would, which keeps the history of Ctrl Z; setting `value` destroys it. */
function write(input: HTMLInputElement | null, text: string) {
  if (!input) return
  input.focus()
  input.setSelectionRange(0, input.value.length)
  if (document.execCommand('insertText', false, text)) return
  input.setRangeText(text, 0, input.value.length, 'end')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function paste(event: ClipboardEvent<HTMLInputElement>, onPasted: (pasted: Pasted) => void) {
  const pasted = readPaste(event.clipboardData.getData('text'))
  if (!pasted) return
  event.preventDefault()
  write(event.currentTarget, formatIban(pasted.iban))
  onPasted(pasted)
}
