'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Switch } from './choice'
import { Dialog } from './dialog'
import { printedKeys } from './kbd'
import { type Shortcut, type ShortcutGroup, useShortcut, useShortcutList, useSingleKeys } from './shortcut'

const GROUPS: ShortcutGroup[] = ['page', 'go', 'everywhere']

/** Opens the "?" dialog from a button. */
export const openShortcuts = () => window.dispatchEvent(new Event('accord:shortcuts'))

/** "Keyboard shortcuts": every key of this page, and the switch that turns single keys off. */
export function ShortcutsDialog() {
  const t = useTranslations('ui.shortcuts')
  const [open, setOpen] = useState(false)
  useShortcut('?', () => setOpen(true), { label: t('open'), group: 'everywhere' })
  useEffect(() => {
    const show = () => setOpen(true)
    window.addEventListener('accord:shortcuts', show)
    return () => window.removeEventListener('accord:shortcuts', show)
  }, [])
  const all = useShortcutList()
  const [on, setOn] = useSingleKeys()
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title={t('title')} wide>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {GROUPS.map((group) => (
          <Group
            key={group}
            title={t(`group.${group}`)}
            shortcuts={all.filter((each) => each.group === group)}
          />
        ))}
      </div>
      <div className="mt-6 border-t border-border pt-4">
        <Switch label={t('single')} hint={t('singleHint')} checked={on} onChange={setOn} />
      </div>
    </Dialog>
  )
}

function Group({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) {
  if (shortcuts.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 text-xs text-fg-muted">{title}</h3>
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div
            key={keys}
            className="flex items-center justify-between gap-4 border-b border-border py-1.5 text-sm"
          >
            <dt>{label}</dt>
            <dd className="flex gap-1">
              {printedKeys(keys)
                .split(' ')
                .map((key) => (
                  <kbd key={key} className="kbd inline-grid!">
                    {key}
                  </kbd>
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
