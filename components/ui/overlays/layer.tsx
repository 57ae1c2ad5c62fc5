'use client'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../button'
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
  const [remember, giveBack] = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal container={overlayLandmark()}>
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
              <IconButton label={t('close')} icon="x" />
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

/** Without a trigger a dialog would lose the focus when it closes, so this returns it. */
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
