'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/live-text'
import type { FixCard, Summary } from '../protocol'
import type { Intake } from '../use-intake'

/** Repairs for many rows at once: what, how many, one example, and a button. Nothing is repaired by itself. */
export function FixCards({ intake, summary }: { intake: Intake; summary: Summary }) {
  const t = useTranslations('intake')
  const id = useId()
  const { fixes } = summary
  const repeats = summary.sizes.same_pair
  if (fixes.length === 0 && repeats === 0) return null
  return (
    <section aria-labelledby={id} className="fix-cards">
      <h2 id={id}>{t('fix.title')}</h2>
      {fixes.map((card) => (
        <OneFix key={card.kind} card={card} onFix={() => intake.fix(card.kind)} />
      ))}
      {repeats > 0 && summary.kept > summary.toVerify && (
        <div className="fix-card">
          <b>{t('fix.repeats.title')}</b>
          <p>{t('fix.repeats.text', { n: summary.kept - summary.toVerify })}</p>
          <Button size="sm" onClick={() => intake.skip('repeats', true)}>
            {t('fix.repeats.button')}
          </Button>
        </div>
      )}
    </section>
  )
}

function OneFix({ card, onFix }: { card: FixCard; onFix: () => Promise<unknown> }) {
  const t = useTranslations('intake')
  const { kind, rows, before, after } = card
  const act = async () => {
    await onFix()
    announce(t('fix.done', { n: rows }))
  }
  return (
    <div className="fix-card">
      <b>{t(`fix.${kind}.title`)}</b>
      <p>{t(`fix.${kind}.text`, { n: rows })}</p>
      {after !== '' && (
        <p className="fix-example">
          <del>{before}</del> → <ins>{after}</ins>
        </p>
      )}
      <Button size="sm" onClick={act}>
        {t(t.has(`fix.${kind}.button`) ? `fix.${kind}.button` : 'fix.button', { n: rows })}
      </Button>
    </div>
  )
}
