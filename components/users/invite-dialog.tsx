'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isAboutField, Problem, problemCode, request } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Checkboxes } from '@/components/ui/fields/checkboxes'
import { Field } from '@/components/ui/fields/field'
import { Textarea } from '@/components/ui/fields/input'
import { FormDialog } from '@/components/ui/overlays/form-dialog'
import { ROLES, type Role } from '@/lib/auth/roles'
import { adminApi } from '@/lib/http/admin-paths'
import type { PasswordLink } from '@/lib/users/view'
import { usersQuery } from './queries'

type InviteDialogProps = { onClose: () => void; onDone: (links: PasswordLink[]) => void }

type Draft = { text: string; roles: Role[] }

/** Email addresses and roles; the response has a link for each, to be passed on manually. */
export function InviteDialog({ onClose, onDone }: InviteDialogProps) {
  const t = useTranslations('users')
  const words = useRefusalWords('users.problem')
  const role = useTranslations('shell.role')
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [roles, setRoles] = useState<Role[]>(['analyst'])
  const invite = useMutation({
    mutationFn: (sent: Draft) =>
      request<{ items: PasswordLink[] }>(adminApi.users, {
        body: { emails: emailsIn(sent.text), roles: sent.roles },
      }),
    onSuccess: async ({ items }) => {
      await client.invalidateQueries({ queryKey: usersQuery.queryKey })
      onDone(items)
    },
  })
  const refused = invite.error && invitationRefused(invite.error, words)
  const ofEmails = isAboutField(invite.error, 'emails')
  const submit = () => {
    if (!invite.isPending) invite.mutate({ text, roles }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('invite.button')}
      description={t('invite.text')}
      submit={t('invite.submit', { count: emailsIn(text).length })}
      busy={invite.isPending}
      onSubmit={submit}
      refused={!ofEmails && refused}
    >
      <Field label={t('invite.emails')} hint={t('invite.emailsHint')} refused={ofEmails && refused}>
        <Textarea
          rows={4}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="field-label">{t('invite.roles')}</legend>
        <Checkboxes
          values={ROLES}
          chosen={roles}
          label={role}
          hint={(name) => t(`roles.hint.${name}`)}
          onChange={setRoles}
        />
        <p className="text-sm text-fg-muted">{t('roles.wait')}</p>
      </fieldset>
    </FormDialog>
  )
}

const emailsIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** The reason, and for addresses that are here already, which ones. */
function invitationRefused(error: unknown, words: ReturnType<typeof useRefusalWords>): string {
  const reason = words(problemCode(error))
  if (!(error instanceof Problem) || error.code !== 'email_known') return reason
  return `${reason} ${error.errors.map(({ message }) => message).join(', ')}`
}
