'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed } from '@/components/page/load-failed'
import { Page } from '@/components/page/page'
import { Button } from '@/components/ui/button'
import { Segmented } from '@/components/ui/fields/segmented'
import { Banner } from '@/components/ui/messages/banner'
import { useChangeAnnouncement } from '@/components/ui/messages/use-change-announcement'
import { EmptyRow, HeadCell, Table, TableRegion } from '@/components/ui/table'
import type { PasswordLink, UserState, UserView } from '@/lib/users/view'
import { AccessReport } from './access-report'
import { FactorPolicy } from './factor-policy'
import { InviteDialog } from './invite-dialog'
import { LinksDialog } from './links-dialog'
import { usersQuery } from './queries'
import { UserRow } from './user-row'

const STATES = ['all', 'active', 'invited', 'deactivated'] as const
type UserFilter = 'all' | UserState

export function Users({ own }: { own: string }) {
  const t = useTranslations('users')
  const { data, isError, refetch } = useQuery(usersQuery)
  const [inviting, setInviting] = useState(false)
  const [links, setLinks] = useState<PasswordLink[]>([])
  // a link is shown only once, so those on screen stay; a newer one of the same person has revoked the older
  const showLinks = (made: PasswordLink[]) =>
    setLinks((shown) => [
      ...shown.filter(({ userId }) => made.every((link) => link.userId !== userId)),
      ...made,
    ])
  const waiting = data?.items.filter(({ waits, state }) => waits && state === 'active').length ?? 0
  const invite = (
    <>
      <AccessReport />
      <Button size="sm" variant="primary" icon="user-plus" compact onClick={() => setInviting(true)}>
        {t('invite.button')}
      </Button>
    </>
  )
  return (
    <Page title={t('title')} meta={t('lead')} actions={invite}>
      <div className="grid gap-4 px-6 pt-3.5 empty:hidden max-md:px-4">
        {isError && !data && <LoadFailed retry={() => refetch()}>{t('loadFailed')}</LoadFailed>}
        {waiting > 0 && <Banner kind="warning">{t('waiting', { count: waiting })}</Banner>}
        {data?.reviewersMissing && <Banner kind="warning">{t('reviewersMissing')}</Banner>}
      </div>
      {data && <UsersTable items={data.items} own={own} onLink={(link) => showLinks([link])} />}
      {data && <FactorPolicy roles={data.factorFor} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} onDone={showLinks} />}
      <LinksDialog links={links} onClose={() => setLinks([])} />
    </Page>
  )
}

type UsersTableProps = { items: UserView[]; own: string; onLink: (link: PasswordLink) => void }

function UsersTable({ items, own, onLink }: UsersTableProps) {
  const t = useTranslations('users')
  const [shown, setShown] = useState<UserFilter>('all')
  const rows = items.filter(({ state }) => shown === 'all' || state === shown)
  useChangeAnnouncement(shown, t('found', { count: rows.length }))
  const options = STATES.map((value) => ({ value, label: t(`filter.${value}`) }))
  return (
    <>
      <div className="flex px-6 py-3.5 max-md:px-4">
        <Segmented label={t('filter.label')} value={shown} onChange={setShown} options={options} />
      </div>
      <TableRegion label={t('table')}>
        <Table caption={t('table')}>
          <thead>
            <tr>
              {(['name', 'email', 'roles', 'factor', 'lastSignIn', 'state'] as const).map((column) => (
                <HeadCell key={column}>{t(`column.${column}`)}</HeadCell>
              ))}
              <HeadCell>
                <span className="sr-only">{t('column.actions')}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map((user) => (
              <UserRow key={user.id} user={user} own={own} onLink={onLink} />
            ))}
            {rows.length === 0 && <EmptyRow columns={7}>{t('empty')}</EmptyRow>}
          </tbody>
        </Table>
      </TableRegion>
    </>
  )
}
