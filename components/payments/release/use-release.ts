'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { paymentRunQuery } from '@/components/payments/queries'
import { linesIn, usePaymentRefusal } from '@/components/payments/use-refusal'
import { announce } from '@/components/ui/messages/live-text'
import { toast, toastError } from '@/components/ui/messages/toast'
import { api } from '@/lib/http/paths'
import type { ReleaseInput } from '@/lib/payments/schema'
import type { GateTotals, ReleaseView, RunView } from '@/lib/payments/view'

/** What the dialog showed when a person released: lines, sums, and where corrected names are cut. */
export type Expected = GateTotals & { nameCap: number }
type ReleaseRequest = { lines: ReleaseInput['lines']; expected: Expected; key: string }

type ReleaseEvents = {
  onDone: (release: number) => void
  /** receives the numbers of chosen lines that can't be released any more */
  onChanged: (gone: number[]) => void
}

/** Releases lines. If the run has changed, it is fetched again, and the person must confirm what is new. */
export function useRelease(run: RunView, on: ReleaseEvents) {
  const client = useQueryClient()
  const t = useTranslations('payments.release')
  const sentence = usePaymentRefusal()
  const [asked, setAsked] = useState<Expected | null>(null)
  const read = () => client.invalidateQueries({ queryKey: paymentRunQuery(run.id).queryKey })
  const release = useMutation({
    retry: 0,
    networkMode: 'always',
    mutationFn: ({ lines, expected, key }: ReleaseRequest) =>
      request<ReleaseView>(api.paymentReleases(run.id), {
        body: { lines, expected },
        headers: { 'idempotency-key': key },
      }),
    onSuccess: async ({ number }) => {
      await read()
      announce(t('done', { n: number }))
      on.onDone(number)
    },
    onError: async (error, { expected }) => {
      if (problemCode(error) !== 'run_changed') return
      setAsked(expected)
      on.onChanged(linesIn(error))
      await read()
    },
  })
  const changed = problemCode(release.error) === 'run_changed'
  return {
    send: release.mutate,
    busy: release.isPending,
    /** what the person requested before the run changed; null: it hasn't changed */
    asked,
    refused: release.isError && !changed ? sentence(release.error) : null,
    reset: () => {
      release.reset()
      setAsked(null)
    },
  }
}

/** Withdraws a release, or records that its held file was not sent to a bank. */
export function useReleaseAction(runId: string, number: number, onSettled: () => void) {
  const client = useQueryClient()
  const t = useTranslations('payments.releases.done')
  const sentence = usePaymentRefusal()
  return useMutation({
    retry: 0,
    networkMode: 'always',
    mutationFn: (act: 'withdraw' | 'notSent') =>
      request(act === 'withdraw' ? api.paymentWithdraw(runId, number) : api.paymentNotSent(runId, number), {
        method: 'POST',
      }),
    onSuccess: (_, act) => toast(t(act, { n: number })),
    onError: (error) => toastError(sentence(error)),
    onSettled: async () => {
      onSettled()
      await client.invalidateQueries({ queryKey: paymentRunQuery(runId).queryKey })
    },
  })
}
