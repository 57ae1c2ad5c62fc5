'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, request } from '@/components/live/request'
import { usePathId } from '@/components/live/use-path-id'
import { toastError } from '@/components/ui/messages/toast'
import { useOnChange } from '@/components/ui/use-on-change'
import { api, type EnvironmentName, pages } from '@/lib/http/paths'
import { keyOr } from '@/lib/platform/language/keys'
import { useHandedOverDraft } from './draft-handover'
import { checkQuery, type ShownCheck } from './queries'
import { useCheck } from './use-check'
import { type CheckDraft, useDraft } from './use-draft'

const pairOf = ({ iban, name, sandboxResult }: ShownCheck) => ({
  iban,
  name,
  ...(sandboxResult !== null && { sandboxResult: sandboxResult as 'match' }),
})

/** Whether the focus is in the form or the result, or nowhere else on the page, and in no dialog over them. */
export const inDesk = (element: Element | null): boolean =>
  element === null || element === document.body || element.matches('#main, [data-check-desk] *')

/**
 * The state of the check page: the form, the record on screen, the pending check. The URL has the record's id, so that
 * it can be reloaded and shared; a change of the form drops the record immediately.
 */
export function useCheckDesk(environment: EnvironmentName, prefill?: ShownCheck) {
  const t = useTranslations('check.problem')
  const refused = useTranslations('shell.refused')
  const client = useQueryClient()
  const [shownId, go] = usePathId()
  const shown = useQuery({ ...checkQuery(shownId ?? ''), enabled: shownId !== null })
  const check = shownId === null ? undefined : shown.data
  const filledFor = useRef(check?.id ?? null)
  /** The record that was checked here and whose result has not had the focus yet. */
  const arrived = useRef<string | null>(null)

  const show = (id: string | null, push = false) => {
    const href = id ? pages.checkResult(environment, id) : pages.check(environment)
    if (href !== window.location.pathname) go(href, push ? 'push' : 'replace')
  }
  const first = check ?? prefill
  const draft = useDraft(first ? pairOf(first) : {}, () => {
    show(null)
    filledFor.current = null
    run.forget()
  })
  const run = useCheck({
    environment,
    onResult: (answer) => {
      // the form has this pair already
      filledFor.current = answer.id
      arrived.current = answer.id
      // the next key belongs to the result, even before it is rendered
      if (document.activeElement instanceof HTMLElement && inDesk(document.activeElement))
        document.activeElement.blur()
      show(answer.id)
    },
  })
  // a record opened from a list or the browser history fills the form
  useOnChange(check?.id ?? null, () => {
    if (!check || filledFor.current === check.id) return
    filledFor.current = check.id
    draft.fill(pairOf(check))
  })
  const clear = (next: Partial<CheckDraft>) => {
    run.forget()
    filledFor.current = null
    show(null)
    draft.fill(next)
    // after the fields were mounted again
    setTimeout(() => draft.refs[next.iban ? 'name' : 'iban'].current?.focus())
  }
  useHandedOverDraft(clear)
  return {
    environment,
    draft,
    run,
    check,
    arrived,
    missing: shownId !== null && shown.error instanceof Problem && shown.error.status === 404,
    open: (id: string) => {
      run.forget()
      show(id, true)
    },
    clear: () => clear({}),
    cancel: async (id: string) => {
      try {
        const cancelled = await request<ShownCheck>(api.verificationCancel(id), { method: 'POST' })
        client.setQueryData(checkQuery(id).queryKey, cancelled)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        if (error.code === 'already_sent') {
          client.invalidateQueries({ queryKey: checkQuery(id).queryKey })
          toastError(`${t('not_cancelled.title')} ${t('not_cancelled.text')}`)
        } else toastError(refused(keyOr(refused, error.code, 'other')))
      }
    },
  }
}
export type CheckDeskState = ReturnType<typeof useCheckDesk>
