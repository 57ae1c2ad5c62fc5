'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Time } from '@/components/ui/format'
import type { IconName } from '@/components/ui/icons/icon'
import { bidiIsolate, toast, toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { Cell, EmptyRow, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import type { KeyState, KeyView } from '@/lib/keys/view'

const ICONS: Record<KeyState, IconName> = {
  active: 'circle-check',
  expired: 'clock',
  revoked: 'circle-slash',
  owner_inactive: 'user-x',
  paused: 'pause',
}
type KeyTableProps = { items: KeyView[]; urlOf: (id: string) => string; owners?: boolean }

/** Keys with a button to revoke each. `owners`: show whose they are. */
export function KeyTable({ items, urlOf, owners = false }: KeyTableProps) {
  const t = useTranslations('keys')
  const refused = useTranslations('shell.refused')
  const [asked, setAsked] = useState<KeyView | null>(null)
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: ({ id }: KeyView) => request(urlOf(id), { method: 'DELETE' }),
    onSuccess: (_, { name }) => toast(t('revoke.done', { name: bidiIsolate(name) })),
    onError: () => toastError(refused('retry')),
    onSettled: () => client.invalidateQueries({ queryKey: ['keys'] }),
  })
  const columns = [
    'name',
    ...(owners ? (['owner'] as const) : []),
    'key',
    'scopes',
    'expires',
    'lastUsed',
    'state',
  ] as const
  return (
    <>
      <TableRegion label={t('title')}>
        <Table caption={t('title')} full={owners}>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column}>{t(`column.${column}`)}</HeadCell>
              ))}
              <HeadCell>
                <span className="sr-only">{t('column.actions')}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <KeyRow key={item.id} item={item} owners={owners} onRevoke={() => setAsked(item)} />
            ))}
            {items.length === 0 && <EmptyRow columns={columns.length + 1}>{t('empty')}</EmptyRow>}
          </tbody>
        </Table>
      </TableRegion>
      {items.some(({ state }) => state === 'paused') && (
        <p className={owners ? 'px-6 pt-3 text-fg-muted max-md:px-4' : 'text-fg-muted'}>{t('paused')}</p>
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked && t('revoke.title', { name: asked.name })}
        confirmLabel={t('revoke.confirm')}
        danger
        onConfirm={() => {
          if (asked) revoke.mutate(asked)
          setAsked(null)
        }}
      >
        {t('revoke.text')}
      </ConfirmDialog>
    </>
  )
}

type KeyRowProps = { item: KeyView; owners: boolean; onRevoke: () => void }

function KeyRow({ item, owners, onRevoke }: KeyRowProps) {
  const t = useTranslations('keys')
  const { name, owner, lastFour, scopes, expiresAt, lastUsedAt, state } = item
  return (
    <tr>
      <RowHeader className="cell-words" translate="no">
        {name}
      </RowHeader>
      {owners && (
        <Cell className="cell-words" translate="no">
          {owner.name}
        </Cell>
      )}
      <Cell mono>
        <span translate="no">{`acc_…${lastFour}`}</span>
      </Cell>
      <Cell className="max-w-64 py-2! whitespace-normal!">
        {scopes.map((scope) => t(`scope.${scope}`)).join(', ')}
      </Cell>
      <Cell quiet>
        <Time value={expiresAt} form="date" />
      </Cell>
      <Cell quiet>{lastUsedAt ? <Time value={lastUsedAt} /> : t('never')}</Cell>
      <Cell>
        <Chip icon={ICONS[state]}>{t(`state.${state}`)}</Chip>
      </Cell>
      <Cell className="text-right">
        {state !== 'revoked' && (
          <Button size="sm" aria-label={t('revoke.label', { name })} onClick={onRevoke}>
            {t('revoke.button')}
          </Button>
        )}
      </Cell>
    </tr>
  )
}
