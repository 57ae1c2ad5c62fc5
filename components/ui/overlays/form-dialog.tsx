'use client'
import { type ReactNode, useId } from 'react'
import { cx } from '../cx'
import { Form } from '../fields/form'
import { Dialog, FormFooter } from './dialog'
import type { DialogProps } from './layer'

type FormDialogProps = Pick<DialogProps, 'onClose' | 'title' | 'description' | 'wide' | 'children'> & {
  /** the label of the button that submits it */
  submit: string
  variant?: 'primary' | 'danger'
  busy: boolean
  onSubmit: () => void
  /** what was refused that is about no field */
  refused?: ReactNode
  /** by default it is open while it is rendered */
  open?: boolean
  /** by default a click outside does not close it */
  sticky?: boolean
}

/** A dialog that is a form: its fields, Cancel, and the button that submits it. */
export function FormDialog(props: FormDialogProps) {
  const {
    submit,
    variant = 'primary',
    busy,
    onSubmit,
    refused,
    open = true,
    sticky = true,
    children,
    ...dialog
  } = props
  const form = useId()
  const footer = (
    <FormFooter form={form} variant={variant} busy={busy} onClose={dialog.onClose}>
      {submit}
    </FormFooter>
  )
  return (
    <Dialog {...dialog} open={open} sticky={sticky} footer={footer}>
      <Form
        id={form}
        onSubmit={onSubmit}
        refused={refused}
        className={cx('grid grid-cols-1 gap-4', dialog.description ? 'mt-4' : undefined)}
      >
        {children}
      </Form>
    </Dialog>
  )
}
