'use client'
import { Dialog as Radix } from 'radix-ui'
import { type FocusEvent, type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../button'
import { focusReturn } from './focus-return'
import { overlayLandmark } from './overlays'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** One sentence below the title, announced with it. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  wide?: boolean
  /** A click outside does not close it. */
  sticky?: boolean
  onOpenAutoFocus?: (event: Event) => void
}
export type LayerProps = Omit<DialogProps, 'wide'> & { className: string }

/** The trap moves the focus from the last control to the first without scrolling to it. */
const scrollToFocus = ({ target }: FocusEvent) => {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
}

/** The box of dialogs and drawers: over the page, with the focus trapped. */
export function Layer({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  sticky,
  className,
  onOpenAutoFocus,
}: LayerProps) {
  const t = useTranslations('ui')
  // without a trigger a dialog would lose the focus when it closes
  const giveBack = useRef(() => {})
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal container={overlayLandmark()}>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className={className}
          onFocus={scrollToFocus}
          onOpenAutoFocus={(event) => {
            giveBack.current = focusReturn(document.activeElement)
            onOpenAutoFocus?.(event)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            giveBack.current()
          }}
          onInteractOutside={sticky ? (event) => event.preventDefault() : undefined}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="overlay-head">
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t('close')} icon="x" />
            </Radix.Close>
          </div>
          <div className="overlay-body">
            {description && (
              <Radix.Description asChild>
                <div className="text-fg-muted">{description}</div>
              </Radix.Description>
            )}
            {children}
          </div>
          {footer && <div className="overlay-foot">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
