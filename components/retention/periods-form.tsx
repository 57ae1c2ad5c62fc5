'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettingForm } from '@/components/live/use-setting-form'
import { Button } from '@/components/ui/button'
import { LeaveGuard } from '@/components/ui/overlays/leave-guard'
import { TypedConfirmDialog } from '@/components/ui/overlays/typed-confirm-dialog'
import { adminApi } from '@/lib/http/admin-paths'
import { isShorter, type Periods } from '@/lib/retention/periods'
import { type RetentionView, totalRecords } from '@/lib/retention/view'
import { EffectBox } from './effect-box'
import { PeriodFields } from './period-fields'
import { effectQuery, retentionQuery } from './queries'

/**
 * The retention periods. Their effect is shown before they are saved, and to shorten one the person must type that
 * number.
 * @param waits whether nothing is deleted until the legal holds are confirmed
 */
export function PeriodsForm({ saved, hour, waits }: { saved: Periods; hour: number; waits: boolean }) {
  const t = useTranslations('retention')
  const shared = useTranslations('shell.refused')
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const {
    before,
    draft: periods,
    change,
    changed,
    save,
  } = useSettingForm({
    saved,
    path: adminApi.retention,
    query: retentionQuery,
    valueIn: (view: RetentionView) => view.periods,
    draftOf: (stored: Periods) => stored,
    words: { saved: t('saved'), notSaved: shared('not_saved') },
  })
  const { data: effect, isPlaceholderData, isError } = useQuery(effectQuery(periods))
  const count = effect ? totalRecords(effect.tonight) : 0
  const put = (confirms?: number) =>
    save.mutate(
      { values: { periods, confirms }, sent: periods },
      {
        onError: () => client.invalidateQueries({ queryKey: retentionQuery.queryKey }),
        onSettled: () => setAsking(false),
      },
    )
  const shorter = isShorter(periods, before)
  const ready = changed && effect && !isPlaceholderData
  const submit = () => {
    if (!ready || save.isPending) return
    if (shorter) setAsking(true)
    else put()
  }
  return (
    <section aria-label={t('periods')} className="grid grid-cols-1 gap-4">
      <PeriodFields periods={periods} onChange={change} />
      <LeaveGuard changed={changed} />
      <EffectBox effect={effect} hour={hour} waits={waits} failed={isError} />
      <div>
        <Button variant="primary" busy={save.isPending} aria-disabled={!ready || undefined} onClick={submit}>
          {t('save')}
        </Button>
      </div>
      {asking && (
        <TypedConfirmDialog
          open
          danger
          onClose={() => setAsking(false)}
          title={t('shorten.title')}
          confirmLabel={t(waits ? 'save' : 'shorten.button')}
          word={`${count}`}
          busy={save.isPending}
          onConfirm={() => put(count)}
        >
          {t(waits ? 'shorten.waits' : 'shorten.text', {
            checks: effect?.tonight.checks ?? 0,
            originals: effect?.tonight.originals ?? 0,
            records: effect
              ? totalRecords(effect.tonight) - effect.tonight.checks - effect.tonight.originals
              : 0,
          })}
        </TypedConfirmDialog>
      )}
    </section>
  )
}
