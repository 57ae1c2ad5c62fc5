'use client'
import {
  type QueryClient,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useRefusalText } from '@/components/live/use-common-refusal'
import { announce } from '@/components/ui/messages/live-text'
import { toastError } from '@/components/ui/messages/toast'
import { adminApi } from '@/lib/http/admin-paths'
import { ruleInputOf } from '@/lib/reviews/rules/input-of'
import type { Rule, RuleChange, RuleInput, RulesView } from '@/lib/reviews/rules/rules'
import type { SettingsChange, SettingsInput } from '@/lib/reviews/settings'
import { rulesQuery } from './queries'

/** The list with one rule moved by a number of places; null beyond either end. */
export function moveRule<T extends { id: string }>(items: readonly T[], id: string, to: number): T[] | null {
  const from = items.findIndex((item) => item.id === id)
  const item = items[from]
  if (!item || to < 0 || to >= items.length || to === from) return null
  const rest = items.filter((each) => each !== item)
  return [...rest.slice(0, to), item, ...rest.slice(to)]
}

const CHANGES = ['review-rules', 'change']

/** `shown`: what the page shows while the change is saved. */
type Change = { url: string; method: 'POST' | 'PUT' | 'DELETE'; body?: unknown; shown?: Partial<RulesView> }

const changeOf = (rule: Rule, input: RuleInput): RuleChange => ({ ...input, before: ruleInputOf(rule) })

/**
 * How a change is saved: one after the other, because each names what it was made from. The cache has only what is
 * stored, so a change that fails while the server is away is not shown as if it were.
 */
export const changeOptions = (
  client: QueryClient,
  on: { saved: () => void; failed: (error: unknown) => void },
) => ({
  mutationKey: CHANGES,
  scope: { id: 'review-rules' },
  mutationFn: ({ url, method, body }: Change) =>
    request(url, { method, ...(body !== undefined && { body }) }),
  onSuccess: async (_: unknown, { shown }: Change) => {
    await client.cancelQueries({ queryKey: rulesQuery.queryKey })
    client.setQueryData(rulesQuery.queryKey, (old) => old && { ...old, ...shown })
    on.saved()
  },
  onError: on.failed,
  onSettled: () =>
    client.isMutating({ mutationKey: CHANGES }) > 1
      ? undefined
      : client.invalidateQueries({ queryKey: rulesQuery.queryKey }),
})

/** The rules and the actions on them. Every change is saved immediately. */
export function useRules() {
  const t = useTranslations('rules')
  const refusal = useRefusalText('not_saved')
  const client = useQueryClient()
  const query = useQuery(rulesQuery)
  const change = useMutation(
    changeOptions(client, {
      saved: () => announce(t('saved')),
      failed: (error) => toastError(problemCode(error) === 'rules_changed' ? t('changed') : refusal(error)),
    }),
  )
  const changes = useMutationState({
    filters: { mutationKey: CHANGES, status: 'pending' },
    select: ({ state }) => (state.variables as Change).shown,
  })
  const view: RulesView | undefined = query.data && Object.assign({ ...query.data }, ...changes)
  const items = view?.items ?? []
  const move = (id: string, to: number) => {
    const next = moveRule(items, id, to)
    if (!next) return
    const body = { ids: next.map((rule) => rule.id), before: items.map((rule) => rule.id) }
    change.mutate({ url: adminApi.ruleOrder, method: 'PUT', body, shown: { items: next } })
  }
  return {
    query,
    /** what is stored, with the changes that are being saved */
    view,
    items,
    busy: change.isPending,
    move,
    add: (input: RuleInput) => change.mutateAsync({ url: adminApi.rules, method: 'POST', body: input }),
    /** `rule`: as it was when the person began to change it */
    update: (rule: Rule, input: RuleInput) =>
      change.mutateAsync({ url: adminApi.rule(rule.id), method: 'PUT', body: changeOf(rule, input) }),
    turn: (rule: Rule, enabled: boolean) => {
      const body = changeOf(rule, { ...ruleInputOf(rule), enabled })
      const shown = { items: items.map((each) => (each === rule ? { ...rule, enabled } : each)) }
      change.mutate({ url: adminApi.rule(rule.id), method: 'PUT', body, shown })
    },
    remove: (id: string) => change.mutate({ url: adminApi.rule(id), method: 'DELETE' }),
    set: (input: SettingsInput) => {
      if (!view) return
      const { policy, memoryMonths, askReason } = view
      const body: SettingsChange = { ...input, before: { policy, memoryMonths, askReason } }
      change.mutate({ url: adminApi.reviewSettings, method: 'PUT', body, shown: input })
    },
  }
}
export type RulesState = ReturnType<typeof useRules>
