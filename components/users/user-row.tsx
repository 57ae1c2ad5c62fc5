'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Time } from '@/components/ui/format'
import type { IconName } from '@/components/ui/icons/icon'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { Menu } from '@/components/ui/overlays/menu'
import type { MenuItem } from '@/components/ui/overlays/menu-props'
import { Cell, RowHeader } from '@/components/ui/table'
import type { Translate } from '@/lib/platform/language/keys'
import type { PasswordLink, UserState, UserView } from '@/lib/users/view'
import { RolesPopover } from './roles-popover'
import { useUserActions } from './use-user-actions'

const STATE_ICONS: Record<UserState, IconName> = {
  active: 'circle-check',
  invited: 'mail-plus',
  deactivated: 'circle-slash',
}
/** Wraps, so that the actions stay on the screen. */
const LONG = 'block w-max max-w-56 py-1.5 whitespace-normal wrap-anywhere'
type UserRowProps = { user: UserView; own: string; onLink: (link: PasswordLink) => void }
type Question = 'confirm' | 'deactivate' | 'signOut' | 'link' | 'factor'

/** One person; a change of their access asks first. */
export function UserRow({ user, own, onLink }: UserRowProps) {
  const t = useTranslations('users')
  const self = user.id === own
  const acts = useUserActions(user, onLink)
  const [asked, setAsked] = useState<Question | null>(null)
  // the wait that the dialog is about, even if the list is refetched meanwhile
  const [until, setUntil] = useState('')
  const ask = (question: Question) => {
    setUntil(user.waits?.until ?? '')
    setAsked(question)
  }
  const confirm = () => {
    if (asked === 'confirm') acts.confirm(until)
    if (asked === 'deactivate') acts.setActive(false)
    if (asked === 'signOut') acts.signOut()
    if (asked === 'link') acts.makeLink()
    if (asked === 'factor') acts.resetFactor()
    setAsked(null)
  }
  return (
    <tr>
      <RowHeader>
        <span className={LONG}>
          {user.name}
          {self && <span className="ml-2 text-fg-subtle">{t('self')}</span>}
        </span>
      </RowHeader>
      <Cell>
        <span className={LONG}>{user.email}</span>
      </Cell>
      <Cell>
        <RolesPopover user={{ ...user, roles: acts.roles }} self={self} onChange={acts.setRoles} />
      </Cell>
      <Cell>
        <Chip variant="plain" icon={user.factor || user.sso ? 'circle-check' : 'circle'}>
          {t(user.sso ? 'factor.sso' : user.factor ? 'factor.on' : 'factor.off')}
        </Chip>
      </Cell>
      <Cell quiet>{user.lastSignInAt ? <Time value={user.lastSignInAt} /> : t('never')}</Cell>
      <Cell>
        <span className="flex flex-wrap gap-1.5">
          <Chip icon={STATE_ICONS[user.state]}>{t(`state.${user.state}`)}</Chip>
          {user.waits && user.state === 'active' && (
            <Chip icon="hourglass">
              {t.rich('waits', { time: () => <Time value={user.waits?.until ?? ''} /> })}
            </Chip>
          )}
          {user.blocked && <Chip icon="lock">{t('state.blocked')}</Chip>}
        </span>
      </Cell>
      <Cell className="text-right">
        <Menu
          trigger={<IconButton size="sm" label={t('menu', { name: user.name })} icon="ellipsis-vertical" />}
          items={itemsOf(user, own, t, ask, acts)}
        />
        <ConfirmDialog
          open={asked !== null}
          onClose={() => setAsked(null)}
          title={asked && t(`ask.${asked}.title`, { name: user.name })}
          confirmLabel={asked ? t(`ask.${asked}.confirm`) : ''}
          danger={asked === 'deactivate'}
          onConfirm={confirm}
        >
          {asked && t(`ask.${asked}.text`)}
        </ConfirmDialog>
      </Cell>
    </tr>
  )
}

function itemsOf(
  { id, state, factor, sso, waits }: UserView,
  own: string,
  t: Translate<'users'>,
  ask: (question: Question) => void,
  acts: ReturnType<typeof useUserActions>,
): MenuItem[] {
  if (state === 'deactivated')
    return [{ label: t('act.reactivate'), icon: 'user-check', onSelect: () => acts.setActive(true) }]
  const confirm: MenuItem = {
    label: t('act.confirm'),
    icon: 'user-round-check',
    disabled: id === own || waits?.by.includes(own),
    onSelect: () => ask('confirm'),
  }
  return [
    ...(waits && state === 'active' ? [confirm] : []),
    state === 'invited'
      ? { label: t('act.invitation'), icon: 'mail-plus', onSelect: () => acts.makeLink() }
      : { label: t('act.link'), icon: 'key-round', disabled: sso || id === own, onSelect: () => ask('link') },
    { label: t('act.signOut'), icon: 'log-out', onSelect: () => ask('signOut') },
    {
      label: t('act.factor'),
      icon: 'smartphone',
      disabled: !factor || id === own,
      onSelect: () => ask('factor'),
    },
    { kind: 'line' },
    {
      label: t('act.deactivate'),
      icon: 'user-x',
      danger: true,
      disabled: id === own,
      onSelect: () => ask('deactivate'),
    },
  ]
}
