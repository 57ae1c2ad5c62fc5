'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { newKey } from '@/components/live/new-key'
import { keepsKey, problemCode, request } from '@/components/live/request'
import { paymentRunQuery } from '@/components/payments/queries'
import { linesIn, usePaymentRefusal } from '@/components/payments/use-refusal'
import { announce } from '@/components/ui/messages/live-text'
import { toast, toastError } from '@/components/ui/messages/toast'
import { api } from '@/lib/http/paths'
import type { ReleaseInput } from '@/lib/payments/schema'
import type { GateTotals, ReleaseView, RunView } from '@/lib/payments/view'

/** What the dialog showed when a person released: lines, sums, and where corrected names are cut. */
export type Expected = GateTotals & { nameCap: number }
type ReleaseRequest = { lines: ReleaseInput['lines']; expected: Expected }

/**
 * Releases lines. If the run has changed, it is fetched again, and the person must confirm what is new. What comes after
 * `reset` belongs to a dialog that was closed, and isn't shown.
 * @param onGone receives the numbers of chosen lines that can't be released any more
 */
export function useRelease(run: RunView, onGone: (numbers: readonly number[]) => void) {
  const client = useQueryClient()
  const t = useTranslations('payments.release')
  const sentence = usePaymentRefusal()
  const key = useRef(newKey())
  const [asked, setAsked] = useState<Expected | null>(null)
  const read = () => client.invalidateQueries({ queryKey: paymentRunQuery(run.id).queryKey })
  const release = useMutation({
    mutationFn: (body: ReleaseRequest) =>
      request<ReleaseView>(api.paymentReleases(run.id), {
        body,
        headers: { 'idempotency-key': key.current },
      }),
    onSuccess: async ({ number }) => {
      await read()
      announce(t('done', { n: number }))
    },
    onError: async (error) => {
      if (!hasChanged(error)) return
      // of selected lines that are not on screen, the page knows an older state
      onGone(linesIn(error))
      await read()
    },
  })
  return {
    send: (body: ReleaseRequest) =>
      release.mutate(body, {
        onError: (error) => {
          if (!keepsKey(error)) key.current = newKey()
          if (hasChanged(error)) setAsked(body.expected)
        },
      }),
    busy: release.isPending,
    /** the number of the release that was made */
    done: release.data?.number,
    /** what the person requested before the run changed; null: it hasn't changed */
    asked,
    refused: release.isError && !hasChanged(release.error) ? sentence(release.error) : null,
    reset: () => {
      release.reset()
      setAsked(null)
      // it is another release now
      key.current = newKey()
    },
  }
}

const hasChanged = (error: unknown) => problemCode(error) === 'run_changed'

export type ReleaseAct = 'withdraw' | 'notSent'

/** Withdraws a release, or records that its held file was not sent to a bank. */
export function useReleaseAction(runId: string, number: number, onSettled: (act: ReleaseAct) => void) {
  const client = useQueryClient()
  const t = useTranslations('payments.releases.done')
  const sentence = usePaymentRefusal()
  return useMutation({
    mutationFn: (act: ReleaseAct) =>
      request(act === 'withdraw' ? api.paymentWithdraw(runId, number) : api.paymentNotSent(runId, number), {
        method: 'POST',
      }),
    onSuccess: (_, act) => toast(t(act, { n: number })),
    onError: (error) => toastError(sentence(error)),
    onSettled: async (_answer, _error, act) => {
      onSettled(act)
      await client.invalidateQueries({ queryKey: paymentRunQuery(runId).queryKey })
    },
  })
}
