'use client'
import dynamic from 'next/dynamic'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../button'
import { cx } from '../cx'
import { loadWithRetry, useEverOpen } from '../lazy'
import type { DialogProps, LayerProps } from './layer'

const Layer = dynamic(() => loadWithRetry(() => import('./layer').then((part) => part.Layer)), { ssr: false })

/**
 * The dialog code loads with the first dialog. A dialog that was opened stays mounted, so that it can animate closing.
 */
const Box = (props: LayerProps) => useEverOpen(props.open) && <Layer {...props} />

/**
 * A dialog over the page. It traps the focus and returns it; the initial focus is the first text field, else the first
 * focusable element.
 */
export function Dialog({ wide, ...rest }: DialogProps) {
  return <Box onOpenAutoFocus={focusField} {...rest} className={cx('dialog', wide && 'dialog-wide')} />
}

const FIELD = '.overlay-body :is(textarea, input:not([type=radio], [type=checkbox], [type=file]))'
function focusField(event: Event) {
  const field = (event.currentTarget as Element).querySelector<HTMLElement>(FIELD)
  // on a touch screen it would open the keyboard over the content
  if (!field || !window.matchMedia('(pointer: fine)').matches) return
  event.preventDefault()
  field.focus()
}

/** Closes a dialog without doing anything; the first button of its footer. */
export function CancelButton(props: ComponentProps<'button'>) {
  const t = useTranslations('ui')
  return <Button {...props}>{t('cancel')}</Button>
}

type FormFooterProps = Pick<ComponentProps<typeof Button>, 'variant' | 'busy' | 'children'> & {
  /** the ID of the form that its button submits */
  form: string
  /** absent outside a dialog, where there is nothing to cancel */
  onClose?: () => void
}

/** The buttons of a form: Cancel, and the one that submits it. */
export function FormFooter({ onClose, children, ...submit }: FormFooterProps) {
  return (
    <>
      {onClose && <CancelButton onClick={onClose} />}
      <Button variant="primary" type="submit" {...submit}>
        {children}
      </Button>
    </>
  )
}

/** A sheet from the side; full screen below 820 px. */
export function Drawer({ left, ...rest }: Omit<DialogProps, 'wide'> & { left?: boolean }) {
  return <Box {...rest} className={cx('drawer', left && 'drawer-left')} />
}

export type ConfirmProps = Pick<DialogProps, 'open' | 'onClose' | 'title' | 'children'> & {
  confirmLabel: string
  onConfirm: () => void
  danger?: boolean
  busy?: boolean
  /** false until the person may confirm */
  ready?: boolean
  /** what the person fills in, below the text */
  form?: ReactNode
}

/** A question with two answers. The initial focus is on Cancel; a click outside does nothing. */
export function ConfirmDialog({
  confirmLabel,
  onConfirm,
  danger,
  busy,
  ready = true,
  form,
  children,
  ...rest
}: ConfirmProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const focusCancel = (event: Event) => {
    event.preventDefault()
    cancel.current?.focus()
  }
  const footer = (
    <>
      <CancelButton ref={cancel} onClick={rest.onClose} />
      <Button
        variant={danger ? 'danger' : 'primary'}
        once
        busy={busy}
        aria-disabled={!ready || busy || undefined}
        onClick={() => ready && onConfirm()}
      >
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog {...rest} description={children} sticky footer={footer} onOpenAutoFocus={focusCancel}>
      {form}
    </Dialog>
  )
}
