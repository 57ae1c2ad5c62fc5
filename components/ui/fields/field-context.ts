import { createContext, useContext } from 'react'

type FieldAround = { id?: string; describedBy?: string; invalid: boolean; required?: boolean }
/** What a `Field` or a `FieldGroup` tells the controls inside it. */
export const FieldContext = createContext<FieldAround | null>(null)

/** The props that a control inside a `Field` sets on its element. Its own attributes win. */
export function useFieldProps() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}
