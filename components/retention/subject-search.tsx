'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'
import { Segmented } from '@/components/ui/fields/segmented'
import { announce } from '@/components/ui/messages/live-text'
import { toast } from '@/components/ui/messages/toast'
import { adminApi } from '@/lib/http/admin-paths'
import { keyOr } from '@/lib/platform/language/keys'
import type { SubjectKind } from '@/lib/retention/subject'
import type { SubjectHits } from '@/lib/retention/view'
import { erasuresQuery } from './queries'
import { SubjectHitCounts } from './subject-hit-counts'

const KINDS = ['iban', 'name'] as const
type SubjectQuery = { kind: SubjectKind; value: string }

/** Searches for records about a person, and requests their erasure. The input is sent in a body only. */
export function SubjectSearch() {
  const t = useTranslations('retention.subject')
  const wrong = useTranslations('retention.hold.wrong')
  const shared = useTranslations('shell.refused')
  const id = useId()
  const [kind, setKind] = useState<SubjectKind>('iban')
  const [value, setValue] = useState('')
  const search = useMutation({
    mutationFn: (subject: SubjectQuery) =>
      request<SubjectHits>(adminApi.retentionSubjects, { body: { subject } }),
    onSuccess: ({ checks, payments, reports }) =>
      announce(t('found', { count: checks + payments + reports })),
  })
  const status = search.error instanceof Problem ? search.error.status : 0
  const failed = status === 422 ? wrong(kind) : status === 429 ? t('tooMany') : shared('retry')
  const asked = search.variables
  // the result is cleared with the subject that it is about
  const change = (next: Partial<SubjectQuery>) => {
    if (next.kind) setKind(next.kind)
    if (next.value !== undefined) setValue(next.value)
    search.reset()
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-md">
        {t('title')}
      </h2>
      <p className="mb-3 text-fg-muted">{t('lead')}</p>
      <Form
        className="flex flex-wrap items-start gap-2.5"
        onSubmit={() => {
          if (!search.isPending) search.mutate({ kind, value })
        }}
      >
        <Segmented
          label={t('kind')}
          value={kind}
          onChange={(next) => change({ kind: next })}
          options={KINDS.map((each) => ({ value: each, label: t(each) }))}
        />
        <Field
          className="flex-[1_1_18rem]"
          hideLabel
          label={t(`${kind}Label`)}
          refused={search.isError && failed}
        >
          <Input
            scale="sm"
            value={value}
            placeholder={t(`${kind}Label`)}
            maxLength={140}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => change({ value: target.value })}
          />
        </Field>
        <Button type="submit" icon="search" busy={search.isPending}>
          {t('search')}
        </Button>
      </Form>
      {search.data && asked && (
        <Found hits={search.data} subject={asked} onDone={() => change({ value: '' })} />
      )}
    </section>
  )
}

function Found({ hits, subject, onDone }: { hits: SubjectHits; subject: SubjectQuery; onDone: () => void }) {
  const t = useTranslations('retention.subject')
  const shared = useTranslations('shell.refused')
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const ask = useMutation({
    mutationFn: () => request(adminApi.erasures, { body: { subject, reason } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: erasuresQuery.queryKey })
      toast(t('asked'))
    },
  })
  const code = ask.error instanceof Problem ? ask.error.code : null
  const missing = ask.error instanceof Problem && ask.error.status === 422
  return (
    <div className="mt-4 rounded-lg bg-surface-2 px-4 py-3.5">
      <SubjectHitCounts hits={hits} />
      <Form
        className="mt-4 flex flex-wrap items-start gap-2.5"
        onSubmit={() => {
          if (!ask.isPending) ask.mutate(undefined, { onSuccess: onDone })
        }}
      >
        <Field
          className="flex-[1_1_18rem]"
          label={t('reason')}
          hint={t('reasonHint')}
          refused={
            ask.isError &&
            (code === 'erasure_requested'
              ? t('askedBefore')
              : shared(keyOr(shared, `${code}`, missing ? 'reason_missing' : 'retry')))
          }
        >
          <Input value={reason} maxLength={300} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <Button type="submit" variant="danger" busy={ask.isPending} className="mt-6">
          {t('ask')}
        </Button>
      </Form>
    </div>
  )
}
