import { type FetchQueryOptions, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keepTyped } from '@/components/ui/fields/keep-typed'
import { toast, toastError } from '@/components/ui/messages/toast'
import { Problem, problemCode, request } from './request'
import { useCommonRefusal } from './use-common-refusal'

type SettingForm<Value, Draft, View, Key extends QueryKey> = {
  saved: Value
  /** the address to which the values are put */
  path: string
  query: FetchQueryOptions<View, Error, View, Key>
  valueIn: (view: View) => Value
  /** the content of the fields */
  draftOf: (value: Value) => Draft
  words: { saved: string; notSaved: string }
  /** receives the fields that the server refuses, as `group.field` */
  onWrong?: (fields: string[]) => void
}

/**
 * The draft and the saving of values that all admins share. `before` is what the draft was made from, even if `saved` is
 * newer by now: the server then refuses to overwrite what somebody else has saved, and the form starts again from that.
 * What was typed while a request ran stays.
 */
export function useSettingForm<Value, Draft extends object, View, Key extends QueryKey>({
  saved,
  path,
  query,
  valueIn,
  draftOf,
  words,
  onWrong,
}: SettingForm<Value, Draft, View, Key>) {
  const refused = useCommonRefusal()
  const client = useQueryClient()
  const [before, setBefore] = useState(saved)
  const [draft, setDraft] = useState(() => draftOf(saved))
  const stored = (view: View, sent: Draft) => {
    const value = valueIn(view)
    setBefore(value)
    setDraft((now) => keepTyped(now, sent, draftOf(value)))
  }
  const save = useMutation({
    /** `sent`: the draft that the values are from */
    mutationFn: ({ values }: { values: object; sent: Draft }) =>
      request<View>(path, { method: 'PUT', body: { ...values, before } }),
    onSuccess: (view, { sent }) => {
      client.setQueryData<View>(query.queryKey, view)
      stored(view, sent)
      toast(words.saved)
    },
    onError: async (error, { sent }) => {
      const wrong = error instanceof Problem ? error.errors.map(({ path }) => path) : []
      onWrong?.(wrong)
      if (!onWrong || wrong.length === 0) toastError(refused(error) ?? words.notSaved)
      if (problemCode(error) === 'setting_changed')
        stored(await client.fetchQuery({ ...query, staleTime: 0 }), sent)
    },
  })
  const unchanged = draftOf(before)
  return {
    before,
    draft,
    change: (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })),
    changed: (Object.keys(draft) as (keyof Draft)[]).some((field) => draft[field] !== unchanged[field]),
    save,
  }
}
