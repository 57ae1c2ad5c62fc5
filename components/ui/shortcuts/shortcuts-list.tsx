'use client'
import { useTranslations } from 'use-intl'
import { Switch } from '../fields/switch'
import { printedKeys } from './kbd'
import { type Shortcut, type ShortcutGroup, useShortcutList, useSingleKeys } from './shortcut'

const GROUPS: ShortcutGroup[] = ['page', 'go', 'everywhere']

/** Every shortcut of this page, and the switch that turns single keys off. */
export function ShortcutsList() {
  const t = useTranslations('ui.shortcuts')
  const all = useShortcutList()
  const [on, setOn] = useSingleKeys()
  return (
    <>
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
    </>
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
