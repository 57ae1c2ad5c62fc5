'use client'
import { useTheme } from 'next-themes'
import { useTranslations } from 'use-intl'

/** The themes with their words, the chosen one, and how to choose another. */
export function useThemes() {
  const t = useTranslations('shell.theme')
  const { theme = 'system', setTheme } = useTheme()
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(value) }))
  return { themes, theme, setTheme }
}
