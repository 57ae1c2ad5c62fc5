'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Checkboxes } from '@/components/ui/fields/checkboxes'
import { Popover } from '@/components/ui/overlays/popover'
import { ROLES } from '@/lib/auth/roles'
import type { RolesChange } from '@/lib/users/schema'
import type { UserView } from '@/lib/users/view'

type RolesPopoverProps = { user: UserView; self: boolean; onChange: (change: RolesChange) => void }

/** The roles as chips, with a popover to change them. */
export function RolesPopover({ user, self, onChange }: RolesPopoverProps) {
  const t = useTranslations('users')
  const role = useTranslations('shell.role')
  const [open, setOpen] = useState(false)
  const label = t('roles.of', { name: user.name })
  return (
    <span className="inline-flex items-center gap-1.5">
      {user.roles.map((name) => (
        <Chip key={name}>{role(name)}</Chip>
      ))}
      <Popover
        label={label}
        open={open}
        onOpenChange={setOpen}
        trigger={<IconButton size="sm" label={t('roles.edit', { name: user.name })} icon="pencil" />}
      >
        <RolesForm
          user={user}
          self={self}
          label={label}
          onSave={(change) => {
            setOpen(false)
            onChange(change)
          }}
        />
      </Popover>
    </span>
  )
}

type FormProps = { user: UserView; self: boolean; label: string; onSave: (change: RolesChange) => void }

function RolesForm({ user, self, label, onSave }: FormProps) {
  const t = useTranslations('users')
  const role = useTranslations('shell.role')
  const [before] = useState(user.roles)
  const [roles, setRoles] = useState(before)
  const raised = self && roles.some((name) => !user.roles.includes(name))
  const problem =
    roles.length === 0
      ? 'roles_required'
      : self && !roles.includes('admin')
        ? 'own_admin_role'
        : raised && 'own_roles'
  return (
    <fieldset aria-label={label} className="grid gap-2">
      <Checkboxes
        values={ROLES}
        chosen={roles}
        label={role}
        hint={(name) => t(`roles.hint.${name}`)}
        onChange={(chosen) => setRoles(ROLES.filter((name) => chosen.includes(name)))}
      />
      <p className="max-w-64 text-sm text-fg-muted">{t('roles.wait')}</p>
      {problem && (
        <p role="alert" className="text-sm text-fg-muted">
          {t(`problem.${problem}`)}
        </p>
      )}
      <Button variant="primary" size="sm" onClick={() => !problem && onSave({ roles, before })}>
        {t('roles.save')}
      </Button>
    </fieldset>
  )
}
