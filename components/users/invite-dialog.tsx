'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isAboutField, Problem, problemCode, request } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Checkboxes } from '@/components/ui/fields/checkboxes'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Textarea } from '@/components/ui/fields/input'
import { Dialog, FormFooter } from '@/components/ui/overlays/dialog'
import { ROLES, type Role } from '@/lib/auth/roles'
import { adminApi } from '@/lib/http/admin-paths'
import type { PasswordLink } from '@/lib/users/view'
import { usersQuery } from './queries'

type InviteDialogProps = { onClose: () => void; onDone: (links: PasswordLink[]) => void }

type Draft = { text: string; roles: Role[] }

/** Email addresses and roles; the response has a link for each, to be passed on manually. */
export function InviteDialog({ onClose, onDone }: InviteDialogProps) {
  const t = useTranslations('users')
  const form = useId()
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
  const footer = (
    <FormFooter form={form} busy={invite.isPending} onClose={onClose}>
      {t('invite.submit', { count: emailsIn(text).length })}
    </FormFooter>
  )
  return (
    <Dialog
      open
      sticky
      onClose={onClose}
      title={t('invite.button')}
      description={t('invite.text')}
      footer={footer}
    >
      <Form id={form} onSubmit={submit} refused={!ofEmails && refused} className="mt-4 grid gap-4">
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
      </Form>
    </Dialog>
  )
}

const emailsIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** The reason, and for addresses that are here already, which ones. */
function invitationRefused(error: unknown, words: ReturnType<typeof useRefusalWords>): string {
  const reason = words(problemCode(error))
  if (!(error instanceof Problem) || error.code !== 'email_known') return reason
  return `${reason} ${error.errors.map(({ message }) => message).join(', ')}`
}
