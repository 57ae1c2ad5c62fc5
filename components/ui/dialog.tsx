'use client'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from './button'
import { cx } from './cx'
import { Field } from './field'
import { Input } from './input'
import { overlays } from './overlays'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** One sentence under the title, read with it. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  wide?: boolean
  /** A click outside keeps it open. */
  sticky?: boolean
  className?: string
  onOpenAutoFocus?: (event: Event) => void
}

/**
 * A dialog over the page. Focus stays inside and returns to where it came from; it begins in the first field to write in,
 * else at the first thing that takes it.
 */
export function Dialog({ wide, className, ...rest }: DialogProps) {
  return (
    <Layer
      onOpenAutoFocus={focusField}
      {...rest}
      className={cx('dialog', wide && 'dialog-wide', className)}
    />
  )
}

const FIELD = '.overlay-body :is(textarea, input:not([type=radio], [type=checkbox], [type=file]))'
function focusField(event: Event) {
  const field = (event.currentTarget as Element).querySelector<HTMLElement>(FIELD)
  // on a touch screen it would open the keyboard over what is to be read
  if (!field || !window.matchMedia('(pointer: fine)').matches) return
  event.preventDefault()
  field.focus()
}

/** A sheet from the side; full screen below 820 px. */
export function Drawer({ left, className, ...rest }: Omit<DialogProps, 'wide'> & { left?: boolean }) {
  return <Layer {...rest} className={cx('drawer', left && 'drawer-left', className)} />
}

function Layer({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  sticky,
  className,
  onOpenAutoFocus,
}: DialogProps) {
  const t = useTranslations('ui')
  const [remember, giveBack] = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal container={overlays()}>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className={className}
          onOpenAutoFocus={(event) => {
            remember()
            onOpenAutoFocus?.(event)
          }}
          onCloseAutoFocus={giveBack}
          onInteractOutside={sticky ? (event) => event.preventDefault() : undefined}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="overlay-head">
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t('close')} icon={X} />
            </Radix.Close>
          </div>
          <div className="overlay-body">
            {description && <Radix.Description className="text-fg-muted">{description}</Radix.Description>}
            {children}
          </div>
          {footer && <div className="overlay-foot">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Without a trigger of its own a dialog would lose the focus when it closes: it goes back to where it was. */
function useFocusReturn(): [remember: () => void, giveBack: (event: Event) => void] {
  const opener = useRef<Element | null>(null)
  const remember = () => {
    opener.current = document.activeElement
  }
  const giveBack = (event: Event) => {
    event.preventDefault()
    const known = opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null
    const target = known && known !== document.body ? known : document.getElementById('main')
    target?.focus({ preventScroll: target !== known })
  }
  return [remember, giveBack]
}

type ConfirmProps = Pick<DialogProps, 'open' | 'onClose' | 'title' | 'children'> & {
  confirmLabel: string
  onConfirm: () => void
  danger?: boolean
  busy?: boolean
  /** The person must type this word before the button works. */
  typeToConfirm?: string
}

/** A question with two answers. The focus starts on Cancel; a click outside decides nothing. */
export function ConfirmDialog({
  confirmLabel,
  onConfirm,
  danger,
  busy,
  typeToConfirm,
  children,
  ...rest
}: ConfirmProps) {
  const t = useTranslations('ui')
  const cancel = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const ready = !typeToConfirm || typed.trim() === typeToConfirm
  const focusCancel = (event: Event) => {
    event.preventDefault()
    cancel.current?.focus()
  }
  const footer = (
    <>
      <Button ref={cancel} onClick={rest.onClose}>
        {t('cancel')}
      </Button>
      <Button
        variant={danger ? 'danger' : 'primary'}
        busy={busy}
        aria-disabled={!ready || busy || undefined}
        onClick={() => ready && onConfirm()}
      >
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog {...rest} sticky footer={footer} onOpenAutoFocus={focusCancel}>
      <div className="text-fg-muted">{children}</div>
      {typeToConfirm && (
        <Field className="mt-4" label={t('typeToConfirm', { word: typeToConfirm })}>
          <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </Field>
      )}
    </Dialog>
  )
}
