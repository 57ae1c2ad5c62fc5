'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useRefusalText } from '@/components/live/use-common-refusal'
import { LoadFailed } from '@/components/page/load-failed'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { LineList } from '@/components/ui/layout'
import { announce } from '@/components/ui/messages/live-text'
import { toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { adminApi } from '@/lib/http/admin-paths'
import type { ErasureView } from '@/lib/retention/view'
import { CloseErasure } from './close-erasure'
import { NamelessForm } from './nameless-form'
import { erasuresQuery } from './queries'
import { SubjectHitCounts } from './subject-hit-counts'

/** Erasure requests: those that wait for a second person, and the results of the others. */
export function Erasures({ myId, admin }: { myId: string; admin: boolean }) {
  const t = useTranslations('retention.erasure')
  const id = useId()
  const { data, isError, refetch } = useQuery(erasuresQuery)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-md">
        {t('title')}
      </h2>
      {isError && !data && <LoadFailed retry={() => refetch()}>{t('loadFailed')}</LoadFailed>}
      {data?.items.length === 0 && <p className="text-fg-muted">{t('none')}</p>}
      {data && data.items.length > 0 && (
        <LineList aria-labelledby={id} className="*:gap-3 *:py-2.5 *:wrap-anywhere">
          {data.items.map((erasure) => (
            <Line key={erasure.id} erasure={erasure} mine={erasure.requestedBy.id === myId} admin={admin} />
          ))}
        </LineList>
      )}
    </section>
  )
}

/** Of the words that say what an erasure is about, which describe its buttons. */
const idOf = ({ id }: ErasureView) => `erasure-${id}`

type LineProps = { erasure: ErasureView; mine: boolean; admin: boolean }

function Line({ erasure, mine, admin }: LineProps) {
  const t = useTranslations('retention.erasure')
  const { state, erased, answeredBy, answeredAt, closed } = erasure
  const people = {
    by: erasure.requestedBy.name ?? t('somebody'),
    second: answeredBy?.name ?? t('somebody'),
    closer: closed?.by ?? t('somebody'),
  }
  const time = () => <Time value={answeredAt ?? erasure.requestedAt} />
  const closing = () => closed && <Time value={closed.at} />
  return (
    <li className="flex-wrap">
      <div className="min-w-0 flex-[1_1_20rem]">
        <p id={idOf(erasure)}>
          {t(`kind.${erasure.kind}`)} {erasure.value && <b translate="no">{erasure.value}</b>}
        </p>
        <p className="text-fg-muted">
          {t.rich(`state.${state}`, { ...people, ...erased, time, closing })} {erasure.reason}
        </p>
        {closed && <p className="text-fg-muted">{closed.reason}</p>}
        {erasure.hits && (
          <div className="mt-3">
            <SubjectHitCounts hits={erasure.hits} />
          </div>
        )}
        {state === 'requested' && mine && <p className="mt-2 text-fg-muted">{t('otherPerson')}</p>}
      </div>
      {state === 'requested' && <Answer erasure={erasure} mine={mine} />}
      {state === 'resumable' && admin && <Resume erasure={erasure} />}
      {state === 'nameless' && admin && (
        <div className="grid flex-[1_1_20rem] justify-items-start gap-2 [&>form]:w-full">
          <NamelessForm id={erasure.id} kind={erasure.kind} />
          <CloseErasure id={erasure.id} />
        </div>
      )}
    </li>
  )
}

/** Resumes an erasure that a legal hold had stopped, without another confirmation: two people agreed to it. */
function Resume({ erasure }: { erasure: ErasureView }) {
  const t = useTranslations('retention.erasure')
  const refusal = useRefusalText('retry')
  const client = useQueryClient()
  const resume = useMutation({
    mutationFn: () => request<{ items: ErasureView[] }>(adminApi.erasureResume(erasure.id), { body: {} }),
    onSuccess: (list) => {
      client.setQueryData(erasuresQuery.queryKey, list)
      announce(t('erasedNow'))
    },
    onError: (error) => {
      const late = problemCode(error) === 'erasure_not_resumable'
      toastError(late ? t('notResumable') : refusal(error))
      client.invalidateQueries({ queryKey: erasuresQuery.queryKey })
    },
  })
  return (
    <Button
      variant="danger"
      size="sm"
      aria-describedby={idOf(erasure)}
      busy={resume.isPending}
      onClick={() => resume.mutate()}
    >
      {t('resume')}
    </Button>
  )
}

function Answer({ erasure, mine }: { erasure: ErasureView; mine: boolean }) {
  const t = useTranslations('retention.erasure')
  const refusal = useRefusalText('retry')
  const client = useQueryClient()
  const [sure, setSure] = useState(false)
  const answer = useMutation({
    mutationFn: (agree: boolean) =>
      request<{ items: ErasureView[] }>(adminApi.erasureConfirm(erasure.id), { body: { agree } }),
    onSuccess: (list, agree) => {
      client.setQueryData(erasuresQuery.queryKey, list)
      announce(t(agree ? 'erasedNow' : 'refusedNow'))
    },
    onError: (error) => {
      const late = problemCode(error) === 'erasure_answered'
      toastError(late ? t('answered') : refusal(error))
      client.invalidateQueries({ queryKey: erasuresQuery.queryKey })
    },
  })
  return (
    <div className="flex flex-wrap gap-2">
      {!mine && (
        <Button variant="danger" size="sm" aria-describedby={idOf(erasure)} onClick={() => setSure(true)}>
          {t('agree')}
        </Button>
      )}
      <Button
        size="sm"
        aria-describedby={idOf(erasure)}
        busy={answer.isPending && !answer.variables}
        onClick={() => answer.mutate(false)}
      >
        {t(mine ? 'withdraw' : 'refuse')}
      </Button>
      <ConfirmDialog
        open={sure}
        danger
        onClose={() => setSure(false)}
        title={t('sureTitle')}
        confirmLabel={t('agree')}
        busy={answer.isPending}
        onConfirm={() => answer.mutate(true, { onSettled: () => setSure(false) })}
      >
        {t('sureText', { count: erasure.hits?.checks ?? 0 })}
      </ConfirmDialog>
    </div>
  )
}
