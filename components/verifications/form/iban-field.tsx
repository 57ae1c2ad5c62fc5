'use client'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { useTranslations } from 'use-intl'
import { TextButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Field } from '@/components/ui/fields/field'
import { type FieldEvent, Input } from '@/components/ui/fields/input'
import { formatIban } from '@/lib/iban/format'
import { AnatomyPanel, IbanAnatomy } from './iban-anatomy'
import { groupTyped, ibanCharacters } from './iban-typing'
import { IbanWords } from './iban-words'
import { judgeIban } from './judgement'
import type { Pasted } from './smart-paste'
import type { KnownBank } from './use-bank'
import { type UnusedPaste, usePaste } from './use-paste'

export type IbanFieldProps = {
  /** The initial text; afterwards the field is uncontrolled. */
  initial: string
  known?: KnownBank
  /** The current text, for the content around the field. */
  value: string
  inputRef: RefObject<HTMLInputElement | null>
  /** Show problems although the field has the focus or is incomplete. */
  touched: boolean
  onChange: (iban: string) => void
  onPasted: (pasted: Pasted) => void
  onPastedElse: (pasted: UnusedPaste) => void
  onBlur: () => void
  onEnter: (event: KeyboardEvent<HTMLInputElement>) => void
  /** Without the panel, for the form in one line. */
  compact?: boolean
}

/**
 * The IBAN, grouped during typing, with its country, bank and parts below. Its height is fixed whatever it shows, like
 * the name's, so that the button below never moves.
 */
export function IbanField(props: IbanFieldProps) {
  const { initial, value, inputRef, touched, compact } = props
  const t = useTranslations('iban')
  const panel = useId()
  const written = value !== '' || touched
  const { verdict, country, problem, warnings } = judgeIban(value, touched)
  const paste = usePaste((input, pasted) => {
    write(input, formatIban(pasted.iban))
    props.onPasted(pasted)
    return true
  }, props.onPastedElse)
  const fix = problem?.fix
  const error = problem && (
    <>
      <IbanWords message={problem} />{' '}
      {fix && (
        <TextButton onClick={() => write(inputRef.current, formatIban(fix.iban))}>
          {t('useDigit', { digit: fix.digit })}
        </TextButton>
      )}
    </>
  )
  const hint =
    warnings.length > 0
      ? warnings.map((each) => (
          <span key={each.key}>
            <IbanWords message={each} />{' '}
          </span>
        ))
      : undefined
  return (
    <div className={cx('flex flex-col', compact ? 'max-md:min-h-[9.5rem]' : 'min-h-56')}>
      <Field
        label={t('label')}
        error={error}
        hint={hint}
        describedBy={panel}
        counter={country && t('counter', { actual: verdict.iban.length, expected: country.length })}
      >
        <Input
          ref={inputRef}
          mono
          scale="lg"
          defaultValue={formatIban(ibanCharacters(initial))}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          translate="no"
          inputMode="text"
          onChange={(event) => props.onChange(groupInput(event))}
          onPaste={paste}
          onBlur={props.onBlur}
          onKeyDown={(event) => event.key === 'Enter' && props.onEnter(event)}
        />
      </Field>
      {written ? (
        <IbanAnatomy
          id={panel}
          verdict={verdict}
          known={props.known}
          compact={compact}
          said={Boolean(error ?? hint)}
        />
      ) : (
        <AnatomyPanel id={panel} compact={compact} />
      )}
    </div>
  )
}

/** Groups the typed text and returns it ungrouped. Undo and redo restore older text and are left alone. */
function groupInput({ target: input, nativeEvent }: FieldEvent<HTMLInputElement>): string {
  if (!nativeEvent) return groupEarlyInput(input)
  const { inputType = '', isComposing } = nativeEvent as InputEvent
  const next = groupTyped(input.value, input.selectionStart ?? input.value.length)
  if (next.changed && !inputType.startsWith('history') && !isComposing) {
    write(input, next.text)
    input.setSelectionRange(next.caret, next.caret)
  }
  return ibanCharacters(input.value)
}

/** Groups what was typed before hydration, and returns it ungrouped. */
function groupEarlyInput(input: HTMLInputElement): string {
  const { text, caret } = groupTyped(input.value, input.selectionStart ?? input.value.length)
  input.value = text
  if (input === document.activeElement) input.setSelectionRange(caret, caret)
  return ibanCharacters(text)
}

/** Replaces the text as typing would, which keeps the undo history; setting `value` destroys it. */
function write(input: HTMLInputElement | null, text: string) {
  if (!input) return
  input.focus()
  input.setSelectionRange(0, input.value.length)
  if (document.execCommand('insertText', false, text)) return
  input.setRangeText(text, 0, input.value.length, 'end')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
