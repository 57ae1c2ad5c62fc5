'use client'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { announce } from '@/components/ui/messages/live-text'
import { toast } from '@/components/ui/messages/toast'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import type { Summary } from '../protocol'
import type { Intake } from '../use-intake'

/** Undo and redo of changes to the rows. */
export function UndoRedo({ intake, summary }: { intake: Intake; summary: Summary }) {
  const t = useTranslations('intake')
  const { undo, redo } = summary
  const travel = async (again: boolean) => {
    if ((again ? redo : undo) === 0) return toast(t(again ? 'undo.noRedo' : 'undo.noUndo'))
    await intake.undo(again)
    announce(t(again ? 'undo.redone' : 'undo.undone'))
  }
  useShortcut('$mod+z', () => void travel(false), { label: t('undo.undo') })
  useShortcut('$mod+Shift+Z', () => void travel(true), { label: t('undo.redo') })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      role="group"
      aria-label={t('undo.label')}
      className="flex items-center gap-1 px-1 py-2 text-xs leading-5 text-fg-muted"
    >
      <IconButton
        icon="undo-2"
        size="sm"
        label={t('undo.undo')}
        aria-disabled={undo === 0}
        onClick={() => travel(false)}
      />
      <IconButton
        icon="redo-2"
        size="sm"
        label={t('undo.redo')}
        aria-disabled={redo === 0}
        onClick={() => travel(true)}
      />
      <span className="max-md:hidden">{t('undo.changes', { n: undo })}</span>
    </div>
  )
}
