'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, request } from '@/components/live/request'
import { useRefusalText } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'
import { announce } from '@/components/ui/messages/live-text'
import { adminApi } from '@/lib/http/admin-paths'
import type { SubjectKind } from '@/lib/retention/subject'
import type { ErasureView } from '@/lib/retention/view'
import { erasuresQuery } from './queries'

/** Enters the name or IBAN of an erasure that a restore left without one. */
export function NamelessForm({ id, kind }: { id: string; kind: SubjectKind }) {
  const t = useTranslations('retention.erasure')
  const label = useTranslations('retention.subject')
  const client = useQueryClient()
  const message = useNamelessRefusal(kind)
  const [value, setValue] = useState('')
  const name = useMutation({
    mutationFn: () =>
      request<{ items: ErasureView[] }>(adminApi.erasureName(id), { body: { subject: { kind, value } } }),
    onSuccess: (list) => {
      client.setQueryData(erasuresQuery.queryKey, list)
      announce(t('erasedNow'))
    },
  })
  return (
    <Form
      className="flex flex-[1_1_20rem] flex-wrap items-start gap-2.5"
      onSubmit={() => {
        if (!name.isPending) name.mutate()
      }}
    >
      <Field
        className="flex-[1_1_14rem]"
        label={label(`${kind}Label`)}
        refused={name.isError && message(name.error)}
      >
        <Input
          value={value}
          maxLength={140}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setValue(target.value)}
        />
      </Field>
      <Button type="submit" variant="danger" busy={name.isPending} className="md:mt-6">
        {t('again')}
      </Button>
    </Form>
  )
}

function useNamelessRefusal(kind: SubjectKind): (error: Error) => string {
  const t = useTranslations('retention.erasure')
  const search = useTranslations('retention.subject')
  const wrong = useTranslations('retention.hold.wrong')
  const refusal = useRefusalText('retry')
  return (error) => {
    const code = error instanceof Problem ? error.code : null
    if (code === 'subject_differs') return t(`differs.${kind}`)
    if (code === 'erasure_not_nameless') return t('notNameless')
    if (code === 'too_many_subjects') return search('tooMany')
    if (error instanceof Problem && error.status === 422) return wrong(kind)
    return refusal(error)
  }
}
