'use client'
import { cloneElement, type KeyboardEvent, type PointerEvent, type ReactElement, useState } from 'react'
import type { IconName } from './icon'
import { onDemand } from './on-demand'

export type MenuItem =
  | {
      kind?: 'action'
      label: string
      icon?: IconName
      onSelect: () => void
      danger?: boolean
      disabled?: boolean
    }
  | { kind: 'link'; label: string; icon?: IconName; href: string; download?: boolean }
  | {
      kind: 'choice'
      label: string
      value: string
      options: { value: string; label: string; lang?: string }[]
      onChange: (value: string) => void
    }
  | { kind: 'label'; label: string }
  | { kind: 'line' }

export type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement<TriggerProps>
  /** Name of the menu, when the trigger's words do not say it. */
  label?: string
  items: MenuItem[]
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  /** For a page that opens the menu by a key; without it the menu keeps its own state. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** A menu that brings more lines of its own. */
  parts?: typeof menuParts
}

type TriggerProps = {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onPointerDown?: (event: PointerEvent) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

/** The menu itself; a page is read before the first one is opened. */
export const menuParts = onDemand(() => import('./menu-parts').then(({ MenuParts }) => MenuParts))

const OPENING = [' ', 'Enter', 'ArrowDown']

/** A menu behind a button. Until it is first opened there is only the button, which opens it by the same acts. */
export function Menu(props: MenuProps) {
  const [own, setOwn] = useState(false)
  const [opened, setOpened] = useState<'by-key' | 'otherwise'>()
  const { parts = menuParts, ...rest } = props
  const { trigger, open = own, onOpenChange = setOwn } = rest
  const Parts = parts.use(open)
  if (open && !opened) setOpened('otherwise')
  if (Parts && opened)
    return <Parts {...rest} open={open} onOpenChange={onOpenChange} firstByKey={opened === 'by-key'} />
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerDown: (event) => {
      if (event.button !== 0 || event.ctrlKey) return
      // the button must not take the focus that the menu is about to get
      event.preventDefault()
      onOpenChange(true)
    },
    onKeyDown: (event) => {
      if (!OPENING.includes(event.key)) return
      event.preventDefault()
      setOpened('by-key')
      onOpenChange(true)
    },
  })
}
