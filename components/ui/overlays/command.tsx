'use client'
import { Command } from 'cmdk'
import { Dialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Icon } from '../icons/icon'
import { overlayLandmark } from './overlays'

type CommandDialogProps = {
  open: boolean
  onClose: () => void
  /** The visually hidden name of the dialog. */
  title: string
  placeholder: string
  /** The text when nothing matches. */
  empty: string
  search: string
  onSearch: (text: string) => void
  children: ReactNode
}

/** A list of commands below a field: type, choose with the arrow keys, Enter. */
export function CommandDialog({
  open,
  onClose,
  title,
  placeholder,
  empty,
  search,
  onSearch,
  children,
}: CommandDialogProps) {
  const opener = useRef<Element | null>(null)
  // cmdk opens without a trigger, so return the focus, unless a command has moved it
  const giveBack = (event: Event) => {
    event.preventDefault()
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal container={overlayLandmark()}>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className="dialog command"
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={giveBack}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <Command label={title} loop>
            <div className="command-field">
              <Icon name="search" />
              <Command.Input placeholder={placeholder} value={search} onValueChange={onSearch} />
            </div>
            <Command.List label={title} className="command-list">
              <Command.Empty className="command-empty">{empty}</Command.Empty>
              {children}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export const CommandGroup = Command.Group

type CommandItemProps = {
  /** A unique id; the typed text is matched against `words`. */
  value: string
  words?: string[]
  icon?: ReactNode
  onChoose: () => void
  /** Shown whatever is typed. */
  always?: boolean
  children: ReactNode
}

export function CommandItem({ value, words, icon, onChoose, always, children }: CommandItemProps) {
  return (
    <Command.Item
      value={value}
      keywords={words}
      onSelect={onChoose}
      forceMount={always}
      className="command-item"
    >
      {icon}
      {children}
    </Command.Item>
  )
}
