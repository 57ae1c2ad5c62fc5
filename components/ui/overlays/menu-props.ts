import type { ComponentType, KeyboardEvent, PointerEvent, ReactElement, ReactNode } from 'react'
import type { IconName } from '../icons/icon'

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
  items: MenuItem[]
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  /** Controlled by a page that opens the menu by a shortcut; otherwise the menu keeps its own state. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** A menu component with additional lines. */
  Parts?: ComponentType<MenuPartsProps>
}

type TriggerProps = {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onPointerDown?: (event: PointerEvent) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

export type MenuPartsProps = Omit<MenuProps, 'Parts'> & {
  /** The first use was by a key, before the menu was loaded: focus the first item. */
  firstByKey: boolean
}

export type PopoverProps = {
  trigger: ReactElement<PopoverTriggerProps>
  label: string
  children: ReactNode
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

type PopoverTriggerProps = {
  'aria-haspopup'?: 'dialog'
  'aria-expanded'?: boolean
  onClick?: () => void
}
