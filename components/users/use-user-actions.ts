'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { bidiIsolate, toast, toastError } from '@/components/ui/messages/toast'
import { adminApi } from '@/lib/http/admin-paths'
import type { RolesChange } from '@/lib/users/schema'
import type { PasswordLink, UserView } from '@/lib/users/view'
import { usersQuery } from './queries'

type UserAction =
  | ({ kind: 'roles' } & RolesChange)
  | { kind: 'active'; active: boolean }
  | { kind: 'signOut' }
  | { kind: 'link' }
  | { kind: 'factor' }
  | { kind: 'confirm'; until: string }

const send = (id: string, act: UserAction): Promise<unknown> => {
  if (act.kind === 'roles') {
    const { kind: _, ...body } = act
    return request(adminApi.userRoles(id), { method: 'PUT', body })
  }
  if (act.kind === 'active')
    return request(adminApi.userState(id), { method: 'PUT', body: { active: act.active } })
  if (act.kind === 'signOut') return request(adminApi.userSessions(id), { method: 'DELETE' })
  if (act.kind === 'factor') return request(adminApi.userFactor(id), { method: 'DELETE' })
  if (act.kind === 'confirm') return request(adminApi.userConfirm(id), { body: { until: act.until } })
  return request(adminApi.userLink(id), { method: 'POST' })
}

/** The actions of an admin on a person. Each confirms its result and refetches the list. */
export function useUserActions(user: UserView, onLink: (link: PasswordLink) => void) {
  const t = useTranslations('users')
  const words = useRefusalWords('users.problem')
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `user ${user.id}` },
    mutationFn: (act: UserAction) => send(user.id, act),
    onSuccess: (answer, act) => {
      if (act.kind === 'link') return onLink(answer as PasswordLink)
      toast(
        t(`done.${act.kind === 'active' && act.active ? 'reactivated' : act.kind}`, {
          name: bidiIsolate(user.name),
        }),
      )
    },
    onError: (error) => toastError(words(problemCode(error))),
    onSettled: () => client.invalidateQueries({ queryKey: usersQuery.queryKey }),
  })
  return {
    /** As they are being saved. */
    roles: isPending && variables.kind === 'roles' ? variables.roles : user.roles,
    setRoles: (change: RolesChange) => mutate({ kind: 'roles', ...change }),
    setActive: (active: boolean) => mutate({ kind: 'active', active }),
    signOut: () => mutate({ kind: 'signOut' }),
    resetFactor: () => mutate({ kind: 'factor' }),
    confirm: (until: string) => mutate({ kind: 'confirm', until }),
    makeLink: () => mutate({ kind: 'link' }),
  }
}
