'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { Checkboxes } from '@/components/ui/fields/checkboxes'
import { toastError } from '@/components/ui/messages/toast'
import { ROLES, type Role } from '@/lib/auth/roles'
import { adminApi } from '@/lib/http/admin-paths'
import { keyOr } from '@/lib/platform/language/keys'
import type { FactorPolicyChange } from '@/lib/users/schema'
import type { UserList } from '@/lib/users/view'
import { usersQuery } from './queries'

/** Which roles require a second factor; each checkbox applies immediately. */
export function FactorPolicy({ roles }: { roles: Role[] }) {
  const t = useTranslations('users')
  const refused = useTranslations('shell.refused')
  const role = useTranslations('shell.role')
  const client = useQueryClient()
  const change = useMutation({
    scope: { id: 'factor-policy' }, // in order: the last one is what the boxes show
    mutationFn: (body: FactorPolicyChange) =>
      request<UserList>(adminApi.factorPolicy, { method: 'PUT', body }),
    onSuccess: (list) => client.setQueryData(usersQuery.queryKey, list),
    onError: (error) => {
      toastError(refused(keyOr(refused, problemCode(error), 'other')))
      return client.invalidateQueries({ queryKey: usersQuery.queryKey })
    },
  })
  const shown = change.isPending ? change.variables.roles : roles
  return (
    <fieldset className="mt-8 grid max-w-3xl gap-2 px-6 pb-10 max-md:px-4">
      <legend className="field-label mb-2">{t('policy.title')}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <Checkboxes
          values={ROLES}
          chosen={shown}
          label={role}
          onChange={(next) => change.mutate({ roles: next, before: shown })}
        />
      </div>
      <p className="text-sm text-fg-muted">{t('policy.text')}</p>
      <p role="status" className="text-sm text-fg-muted">
        {change.isSuccess && t('policy.saved')}
      </p>
    </fieldset>
  )
}
