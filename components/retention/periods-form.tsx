'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/messages/live-text'
import { toast, toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { LeaveGuard } from '@/components/ui/overlays/leave-guard'
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
  // what the draft was made from, even if `saved` is newer by now
  const [before, setBefore] = useState(saved)
  const [periods, setPeriods] = useState(saved)
  const [asking, setAsking] = useState(false)
  const { data: effect, isPlaceholderData, isError } = useQuery(effectQuery(periods))
  const count = effect ? totalRecords(effect.tonight) : 0
  const save = useSave({
    onStored: (stored) => {
      setBefore(stored)
      setPeriods(stored)
    },
    onDone: () => setAsking(false),
  })
  const shorter = isShorter(periods, before)
  const changed = (Object.keys(before) as (keyof Periods)[]).some((each) => periods[each] !== before[each])
  const ready = changed && effect && !isPlaceholderData
  const submit = () => {
    if (!ready || save.isPending) return
    if (shorter) setAsking(true)
    else save.mutate({ before, periods })
  }
  return (
    <section aria-label={t('periods')} className="grid grid-cols-1 gap-4">
      <PeriodFields periods={periods} onChange={setPeriods} />
      <LeaveGuard changed={changed} />
      <EffectBox effect={effect} hour={hour} waits={waits} failed={isError} />
      <div>
        <Button variant="primary" busy={save.isPending} aria-disabled={!ready || undefined} onClick={submit}>
          {t('save')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          open
          danger
          onClose={() => setAsking(false)}
          title={t('shorten.title')}
          confirmLabel={t(waits ? 'save' : 'shorten.button')}
          typeToConfirm={`${count}`}
          busy={save.isPending}
          onConfirm={() => save.mutate({ before, periods, confirms: count })}
        >
          {t(waits ? 'shorten.waits' : 'shorten.text', {
            checks: effect?.tonight.checks ?? 0,
            originals: effect?.tonight.originals ?? 0,
            records: effect
              ? totalRecords(effect.tonight) - effect.tonight.checks - effect.tonight.originals
              : 0,
          })}
        </ConfirmDialog>
      )}
    </section>
  )
}

type SaveEvents = {
  /** receives the periods that are stored now: what was saved, or what somebody else saved before */
  onStored: (periods: Periods) => void
  onDone: () => void
}

function useSave({ onStored, onDone }: SaveEvents) {
  const t = useTranslations('retention')
  const refused = useCommonRefusal()
  const shared = useTranslations('shell.refused')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { before: Periods; periods: Periods; confirms?: number }) =>
      request<RetentionView>(adminApi.retention, { method: 'PUT', body }),
    onSuccess: (view) => {
      client.setQueryData(retentionQuery.queryKey, view)
      onStored(view.periods)
      toast(t('saved'))
      announce(t('saved'))
    },
    onError: async (error) => {
      const code = problemCode(error)
      const moved = code === 'retention_changed' && t('shorten.changed')
      toastError(moved || (refused(error) ?? shared('not_saved')))
      await client.invalidateQueries({ queryKey: retentionQuery.queryKey })
      const view = client.getQueryData(retentionQuery.queryKey)
      if (code === 'setting_changed' && view) onStored(view.periods)
    },
    onSettled: onDone,
  })
}
