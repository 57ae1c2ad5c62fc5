'use client'
import { type DragEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Switch } from '@/components/ui/fields/switch'
import { Icon } from '@/components/ui/icons/icon'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { Menu } from '@/components/ui/overlays/menu'
import { approvesItself } from '@/lib/reviews/rules/outcomes'
import type { Rule } from '@/lib/reviews/rules/rules'
import type { RulesState } from './use-rules'
import { useRuleWords } from './words'

type RuleRowProps = { rule: Rule; index: number; rules: RulesState; onEdit: () => void }
const KIND = 'text/x-accord-rule'

/** One rule: switch, description, drag handle and menu. */
export function RuleRow({ rule, index, rules, onEdit }: RuleRowProps) {
  const t = useTranslations('rules')
  const words = useRuleWords()
  const [over, setOver] = useState(false)
  const [removing, setRemoving] = useState(false)
  const drop = (event: DragEvent) => {
    setOver(false)
    const id = event.dataTransfer.getData(KIND)
    if (id) rules.move(id, index)
  }
  const accept = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(KIND)) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <li
      className="flex min-h-14 items-center gap-2.5 border-b border-border bg-surface py-2.5 pr-3 pl-1.5 data-[over=true]:shadow-[inset_0_2px_0_var(--accent)]"
      data-over={over}
      onDragOver={accept}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span
        aria-hidden="true"
        className="flex-none cursor-grab px-1 py-1.5 text-fg-subtle"
        draggable
        onDragStart={(event) => event.dataTransfer.setData(KIND, rule.id)}
      >
        <Icon name="grip-vertical" className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-base leading-6 font-[550] tracking-normal wrap-anywhere" translate="no">
          {rule.name}
        </h2>
        <p className="text-sm text-fg-muted wrap-anywhere">{words(rule)}</p>
        {approvesItself(rule.outcome) && (
          <small className="text-sm text-fg-muted wrap-anywhere">{t('byRule')}</small>
        )}
      </div>
      <Switch
        label={<span className="sr-only">{t('switch', { name: rule.name })}</span>}
        checked={rule.enabled}
        onChange={(enabled) => rules.turn(rule, enabled)}
      />
      <RuleMenu rule={rule} index={index} rules={rules} onEdit={onEdit} onRemove={() => setRemoving(true)} />
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('remove.title', { name: rule.name })}
        confirmLabel={t('remove.button')}
        danger
        onConfirm={() => {
          setRemoving(false)
          rules.remove(rule.id)
        }}
      >
        {t('remove.text')}
      </ConfirmDialog>
    </li>
  )
}

function RuleMenu({ rule, index, rules, onEdit, onRemove }: RuleRowProps & { onRemove: () => void }) {
  const t = useTranslations('rules.menu')
  return (
    <Menu
      trigger={<IconButton label={t('label', { name: rule.name })} icon="ellipsis-vertical" />}
      items={[
        { label: t('edit'), icon: 'pencil', onSelect: onEdit },
        {
          label: t('up'),
          icon: 'arrow-up',
          disabled: index === 0,
          onSelect: () => rules.move(rule.id, index - 1),
        },
        {
          label: t('down'),
          icon: 'arrow-down',
          disabled: index === rules.items.length - 1,
          onSelect: () => rules.move(rule.id, index + 1),
        },
        { kind: 'line' },
        { label: t('remove'), icon: 'trash', danger: true, onSelect: onRemove },
      ]}
    />
  )
}
