import { type FetchQueryOptions, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announce } from '@/components/ui/messages/live-text'
import { toast, toastError } from '@/components/ui/messages/toast'
import { Problem, problemCode, request } from './request'
import { useCommonRefusal } from './use-common-refusal'

type SettingForm<Value, View, Key extends QueryKey> = {
  saved: Value
  /** the address to which the values are put */
  path: string
  query: FetchQueryOptions<View, Error, View, Key>
  valueIn: (view: View) => Value
  words: { saved: string; notSaved: string }
  /** receives what is stored now: what was saved, or what somebody else saved before */
  onStored: (value: Value) => void
  /** receives the fields that the server refuses, as `group.field` */
  onWrong?: (fields: string[]) => void
}

/**
 * Saves values that all admins share. `before` is what the draft was made from, even if `saved` is newer by now: the
 * server then refuses to overwrite what somebody else has saved, and the form starts again from that.
 */
export function useSettingForm<Value, View, Key extends QueryKey>({
  saved,
  path,
  query,
  valueIn,
  words,
  onStored,
  onWrong,
}: SettingForm<Value, View, Key>) {
  const refused = useCommonRefusal()
  const client = useQueryClient()
  const [before, setBefore] = useState(saved)
  const stored = (view: View) => {
    const value = valueIn(view)
    setBefore(value)
    onStored(value)
  }
  const save = useMutation({
    mutationFn: (values: object) => request<View>(path, { method: 'PUT', body: { ...values, before } }),
    onSuccess: (view) => {
      client.setQueryData<View>(query.queryKey, view)
      stored(view)
      toast(words.saved)
      announce(words.saved)
    },
    onError: async (error) => {
      if (problemCode(error) === 'setting_changed')
        stored(await client.fetchQuery({ ...query, staleTime: 0 }))
      const wrong = error instanceof Problem ? error.errors.map(({ path }) => path) : []
      onWrong?.(wrong)
      if (!onWrong || wrong.length === 0) toastError(refused(error) ?? words.notSaved)
    },
  })
  return { before, save }
}
