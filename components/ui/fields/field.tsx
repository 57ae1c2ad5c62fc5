'use client'
import { type ReactNode, useId } from 'react'
import { Icon } from '../icons/icon'
import { FieldContext } from './field-context'
import { useRefused } from './refused'

type FieldProps = {
  label: ReactNode
  /** Needed for `ErrorSummary`, which links to the control by this id. */
  id?: string
  hint?: ReactNode
  /** What is wrong with the current value. */
  error?: ReactNode
  /** What was refused about the value that was submitted; goes when the field is edited. */
  refused?: ReactNode
  /** Small text to the right of the label, for example "27 of 27". */
  counter?: ReactNode
  /** Ids of further elements that describe the control. */
  describedBy?: string
  required?: boolean
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

/** Label, control, hint and error, linked by ids. The control is an `Input`, `Select` or `Textarea`. */
export function Field({
  label,
  id,
  hint,
  error,
  refused,
  counter,
  describedBy,
  required,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const made = useId()
  const own = id ?? made
  const { shown, box } = useRefused<HTMLDivElement>(refused)
  const wrong = error || shown
  const described = [wrong && `${own}-error`, hint && `${own}-hint`, describedBy].filter(Boolean).join(' ')
  return (
    <div className={className} {...box}>
      <div className={hideLabel ? 'sr-only' : 'field-label'}>
        <label htmlFor={own}>{label}</label>
        {counter && <span className="field-counter">{counter}</span>}
      </div>
      <FieldContext
        value={{ id: own, describedBy: described || undefined, invalid: Boolean(wrong), required }}
      >
        {children}
      </FieldContext>
      {wrong && <FieldError id={`${own}-error`}>{wrong}</FieldError>}
      {hint && (
        <p className="field-hint" id={`${own}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The message below what was refused. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <Icon name="circle-exclamation-point" />
      <span>{children}</span>
    </p>
  )
}

type FieldGroupProps = Pick<FieldProps, 'refused' | 'className' | 'children'> & { legend: ReactNode }

/** Checkboxes under one legend. All of them are marked when their choice was refused. */
export function FieldGroup({ legend, refused, className, children }: FieldGroupProps) {
  const id = useId()
  const { shown, box } = useRefused<HTMLFieldSetElement>(refused)
  return (
    <fieldset className={className} {...box}>
      <legend className="field-label">{legend}</legend>
      <FieldContext value={{ describedBy: shown ? id : undefined, invalid: Boolean(shown) }}>
        {children}
      </FieldContext>
      {shown && <FieldError id={id}>{shown}</FieldError>}
    </fieldset>
  )
}
