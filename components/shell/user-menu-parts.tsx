'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { toastError } from '@/components/ui/messages/toast'
import { MenuParts } from '@/components/ui/overlays/menu-parts'
import type { MenuItem, MenuPartsProps } from '@/components/ui/overlays/menu-props'
import { useLanguage } from '@/components/users/account/use-language'
import { useThemes } from '@/components/users/account/use-themes'
import { signOut } from '@/components/users/sign-out'
import { pages } from '@/lib/http/paths'
import { LOCALE_NAMES, LOCALES } from '@/lib/platform/language/locale'

/** The user menu with its items, loaded on first use. */
export function UserMenuParts({ items, ...rest }: MenuPartsProps) {
  return <MenuParts {...rest} items={[...items, ...useLines()]} />
}

function useLines(): MenuItem[] {
  const t = useTranslations('shell')
  const setLanguage = useLanguage()
  const client = useQueryClient()
  const { themes, theme, setTheme } = useThemes()
  const leave = () => {
    signOut()
      .then(() => client.clear())
      .catch(() => toastError(t('user.signOutFailed')))
  }
  const languages = LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value], lang: value }))
  return [
    { kind: 'choice', label: t('theme.label'), value: theme, options: themes, onChange: setTheme },
    { kind: 'line' },
    { kind: 'choice', label: t('language'), value: useLocale(), options: languages, onChange: setLanguage },
    { kind: 'line' },
    { kind: 'link', label: t('user.account'), icon: 'user-round', href: pages.account() },
    { kind: 'link', label: t('user.glossary'), icon: 'book-open', href: pages.glossary() },
    { label: t('user.signOut'), icon: 'log-out', onSelect: leave },
  ]
}
