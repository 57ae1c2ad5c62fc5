'use client'
import { useTranslations } from 'use-intl'
import type { Destination } from '@/components/page/navigation'
import { useNavWords } from '@/components/page/use-nav-words'
import { useGo } from '@/components/ui/overlays/use-go'
import { type ShortcutGroup, useShortcut } from '@/components/ui/shortcuts/shortcut'
import type { Role } from '@/lib/auth/roles'
import { type EnvironmentName, pages } from '@/lib/http/paths'

type GoShortcutsProps = { items: Destination[]; roles: Role[]; environment: EnvironmentName }

/** G then a letter opens a page; N and U start a check or an upload. */
export function GoShortcuts({ items, roles, environment }: GoShortcutsProps) {
  const t = useTranslations('shell')
  const nav = useNavWords()
  return (
    <>
      {items.map((item) => (
        <Go key={item.name} keys={item.keys} href={item.href} label={nav(item)} group="go" />
      ))}
      {roles.includes('analyst') && (
        <>
          <Go keys="n" href={pages.check(environment)} label={t('newCheck')} group="everywhere" />
          <Go keys="u" href={pages.newUpload()} label={t('newUpload')} group="everywhere" />
        </>
      )}
    </>
  )
}

function Go({
  keys,
  href,
  label,
  group,
}: {
  keys: string
  href: string
  label: string
  group: ShortcutGroup
}) {
  const go = useGo()
  useShortcut(keys, () => go(href), { label, group })
  return null
}
