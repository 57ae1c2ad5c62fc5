'use client'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { Icon } from '@/components/ui/icons/icon'
import { loadWithRetry } from '@/components/ui/lazy'
import { Menu } from '@/components/ui/overlays/menu'
import type { AppShellProps } from './shell-props'

const UserMenuParts = dynamic(() =>
  loadWithRetry(() => import('./user-menu-parts').then((part) => part.UserMenuParts)),
)

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** The user menu: name, theme, language, sign-out. */
export function UserMenu({ actor }: { actor: AppShellProps['actor'] }) {
  return (
    <Menu
      side="top"
      align="start"
      trigger={<Person actor={actor} />}
      Parts={UserMenuParts}
      items={[{ kind: 'label', label: actor.email }]}
    />
  )
}

function Person({ actor, ...trigger }: { actor: AppShellProps['actor'] }) {
  const t = useTranslations('shell')
  return (
    <button
      type="button"
      className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-surface-3 slim:justify-center slim:px-0"
      {...trigger}
    >
      <span
        className="grid size-6 flex-none place-items-center rounded-full border border-border-strong bg-surface-3 text-2xs leading-none font-semibold tracking-[0.02em] text-fg-muted"
        aria-hidden="true"
      >
        {initials(actor.name)}
      </span>
      <span className="min-w-0 flex-1 slim:sr-only">
        <span className="block truncate text-sm font-medium">{actor.name}</span>{' '}
        <span className="block truncate text-xs text-fg-subtle">
          {actor.roles.map((role) => t(`role.${role}`)).join(', ')}
        </span>
      </span>
      <Icon name="chevrons-up-down" className="size-4 flex-none text-fg-subtle slim:hidden" />
    </button>
  )
}
