'use client'
import { startTransition, useOptimistic, useState, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/input'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { Switch } from '@/components/ui/fields/switch'
import { useSingleKeys } from '@/components/ui/shortcuts/shortcut'
import { useLanguage } from '@/components/users/account/use-language'
import { useThemes } from '@/components/users/account/use-themes'
import { LOCALE_NAMES, LOCALES } from '@/lib/platform/language/locale'

const never = () => () => {}
/** Only the browser knows the theme. */
const useInBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Theme and shortcuts in this browser, and the person's language. Changes apply immediately. */
export function Preferences() {
  const t = useTranslations('account.preferences')
  const shell = useTranslations('shell')
  const shortcuts = useTranslations('ui.shortcuts')
  const setLanguage = useLanguage()
  const [language, showLanguage] = useOptimistic<string>(useLocale())
  const inBrowser = useInBrowser()
  const { themes, theme, setTheme } = useThemes()
  const [singleKeys, setSingleKeys] = useSingleKeys()
  const [saved, setSaved] = useState(false)
  const keep = (act: () => void) => {
    act()
    setSaved(true)
  }
  const chooseLanguage = (value: string) =>
    startTransition(async () => {
      showLanguage(value)
      setSaved(await setLanguage(value))
    })
  return (
    <section aria-label={t('label')} className="grid gap-6">
      <RadioGroup
        inline
        label={shell('theme.label')}
        value={inBrowser ? (theme as 'system') : undefined}
        options={themes}
        onChange={(value) => keep(() => setTheme(value))}
      />
      <Field label={shell('language')} className="max-w-[15rem]">
        <Select
          value={language}
          options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
          onChange={({ target }) => chooseLanguage(target.value)}
        />
      </Field>
      <Switch
        label={shortcuts('single')}
        hint={shortcuts('singleHint')}
        checked={singleKeys}
        onChange={(on) => keep(() => setSingleKeys(on))}
      />
      <p role="status" className="text-sm text-fg-muted">
        {saved && t('saved')}
      </p>
    </section>
  )
}
