'use client'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { Icon } from '../icons/icon'

type FieldContext = { id: string; describedBy?: string; invalid: boolean; required?: boolean }
const Context = createContext<FieldContext | null>(null)

/** The props that a control inside a `Field` sets on its element. Its own attributes win. */
export function useFieldProps() {
  const field = useContext(Context)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}

type FieldProps = {
  label: ReactNode
  /** Needed for `ErrorSummary`, which links to the control by this id. */
  id?: string
  hint?: ReactNode
  error?: ReactNode
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
  counter,
  describedBy,
  required,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const made = useId()
  const own = id ?? made
  const described = [error && `${own}-error`, hint && `${own}-hint`, describedBy].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <div className={hideLabel ? 'sr-only' : 'field-label'}>
        <label htmlFor={own}>{label}</label>
        {counter && <span className="field-counter">{counter}</span>}
      </div>
      <Context value={{ id: own, describedBy: described || undefined, invalid: Boolean(error), required }}>
        {children}
      </Context>
      {error && (
        <p className="field-error" id={`${own}-error`}>
          <Icon name="circle-exclamation-point" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${own}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/**
 * A form that is submitted by script only. Before hydration Enter does nothing: with the method `dialog`, a form
 * outside a `<dialog>` is not submitted, and its input never enters a URL.
 */
export function Form(props: ComponentProps<'form'>) {
  return <form noValidate method="dialog" {...props} />
}
