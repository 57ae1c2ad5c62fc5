'use client'
import { useQueryClient } from '@tanstack/react-query'
import { BookOpen, ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useLocale, useTranslations } from 'use-intl'
import { Menu } from '@/components/ui/menu'
import { toastError } from '@/components/ui/toast'
import { pages } from '@/lib/http/paths'
import { LOCALE_NAMES, LOCALES } from '@/lib/platform/locale'
import type { AppShellProps } from './app-shell'
import { signOut } from './sign-out'
import { useLanguage } from './use-language'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** The person, their theme and language, and the way out. */
export function UserMenu({ actor }: { actor: AppShellProps['actor'] }) {
  const t = useTranslations('shell')
  const setLanguage = useLanguage()
  const client = useQueryClient()
  const { theme = 'system', setTheme } = useTheme()
  const leave = () => {
    signOut()
      .then(() => client.clear())
      .catch(() => toastError(t('user.signOutFailed')))
  }
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({
    value,
    label: t(`theme.${value}`),
  }))
  const languages = LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value], lang: value }))
  return (
    <Menu
      side="top"
      align="start"
      trigger={<Person actor={actor} />}
      items={[
        { kind: 'label', label: actor.email },
        { kind: 'choice', label: t('theme.label'), value: theme, options: themes, onChange: setTheme },
        { kind: 'line' },
        {
          kind: 'choice',
          label: t('language'),
          value: useLocale(),
          options: languages,
          onChange: setLanguage,
        },
        { kind: 'line' },
        { kind: 'link', label: t('user.account'), icon: UserRound, href: pages.account() },
        { kind: 'link', label: t('user.glossary'), icon: BookOpen, href: pages.glossary() },
        { label: t('user.signOut'), icon: LogOut, onSelect: leave },
      ]}
    />
  )
}

function Person({ actor, ...trigger }: { actor: AppShellProps['actor'] }) {
  const t = useTranslations('shell')
  return (
    <button type="button" className="person slim:justify-center slim:px-0" {...trigger}>
      <span className="avatar" aria-hidden="true">
        {initials(actor.name)}
      </span>
      <span className="min-w-0 flex-1 slim:sr-only">
        <span className="block truncate text-sm font-medium">{actor.name}</span>{' '}
        <span className="block truncate text-xs text-fg-subtle">
          {actor.roles.map((role) => t(`role.${role}`)).join(', ')}
        </span>
      </span>
      <ChevronsUpDown aria-hidden="true" className="size-4 flex-none text-fg-subtle slim:hidden" />
    </button>
  )
}
