'use client'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/messages/live-text'
import { keyOr } from '@/lib/platform/language/keys'
import type { FixCard, Summary } from '../protocol'
import type { Intake } from '../use-intake'

/**
 * Fixes for many rows at once: what, how many, one example, and a button. Nothing is fixed automatically. On small
 * screens the cards are side by side to leave space for the rows.
 */
export function FixCards({ intake, summary }: { intake: Intake; summary: Summary }) {
  const t = useTranslations('intake')
  const id = useId()
  const { fixes } = summary
  const repeats = summary.sizes.same_pair
  if (fixes.length === 0 && repeats === 0) return null
  return (
    <section
      aria-labelledby={id}
      className="grid gap-2 pt-1 max-md:col-span-full max-md:auto-cols-[min(80%,260px)] max-md:grid-flow-col max-md:grid-rows-[auto_1fr] max-md:justify-start max-md:overflow-x-auto max-md:p-0"
    >
      <h2 id={id} className="px-2 py-1 text-xs leading-5 font-medium text-fg-muted max-md:px-0">
        {t('fix.title')}
      </h2>
      {fixes.map((card) => (
        <OneFix key={card.kind} card={card} onFix={() => intake.fix(card.kind)} />
      ))}
      {repeats > 0 && summary.kept > summary.toVerify && (
        <Fix
          title={t('fix.repeats.title')}
          text={t('fix.repeats.text', { n: summary.kept - summary.toVerify })}
          button={t('fix.repeats.button')}
          onFix={() => intake.skip('repeats', true)}
        />
      )}
    </section>
  )
}

function OneFix({ card, onFix }: { card: FixCard; onFix: () => Promise<unknown> }) {
  const t = useTranslations('intake')
  const { kind, rows, before, after } = card
  const words = (part: 'text' | 'button') => {
    if (kind === 'hidden_signs' || kind === 'outer_signs') return `fix.removed.${part}` as const
    if (kind === 'other_list') return part === 'text' ? 'fix.other_list.text' : 'rows.skipAll'
    if (kind === 'totals' || kind === 'rules' || kind === 'headings')
      return part === 'text' ? 'fix.notPayees' : 'rows.skipAll'
    return keyOr(t, `fix.${kind}.${part}`, `fix.${part}`)
  }
  const act = async () => {
    await onFix()
    announce(t('fix.done', { n: rows }))
  }
  return (
    <Fix
      title={t(`fix.${kind}.title`)}
      text={t(words('text'), { n: rows })}
      button={t(words('button'), { n: rows })}
      onFix={act}
    >
      {after !== '' && (
        <p className="wrap-anywhere text-fg-muted">
          <del>{before}</del> → <ins className="text-fg no-underline">{after}</ins>
        </p>
      )}
    </Fix>
  )
}

type FixProps = { title: string; text: string; button: string; onFix: () => void; children?: ReactNode }

function Fix({ title, text, button, onFix, children }: FixProps) {
  const id = useId()
  return (
    <div className="grid justify-items-start gap-1.5 rounded-lg border border-border bg-surface px-3 py-2.5 text-xs leading-5 max-md:row-start-2 max-md:content-start">
      <b id={`${id}-title`} className="text-sm leading-5 font-medium">
        {title}
      </b>
      <p className="wrap-anywhere text-fg-muted">{text}</p>
      {children}
      <Button id={id} aria-labelledby={`${id} ${id}-title`} size="sm" onClick={onFix}>
        {button}
      </Button>
    </div>
  )
}
