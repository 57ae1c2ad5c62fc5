'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/http/paths'
import type { Scope } from '@/lib/keys/scopes'
import type { NewKey } from '@/lib/keys/view'
import { CreateDialog } from './create-dialog'
import { KeyTable } from './key-table'
import { ownKeysQuery } from './queries'
import { SecretDialog } from './secret-dialog'

/** The person's own keys: create, show once, revoke. `scopes`: those that apply to the person's roles. */
export function OwnKeys({ scopes }: { scopes: Scope[] }) {
  const t = useTranslations('keys')
  const { data } = useQuery(ownKeysQuery)
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<NewKey[]>([])
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-md">{t('title')}</h2>
        <Button size="sm" icon="plus" onClick={() => setCreating(true)}>
          {t('create.button')}
        </Button>
      </div>
      <p className="text-fg-muted">
        {t('lead')}{' '}
        <a className="btn-link" href={api.openApi}>
          {t('openApi')}
        </a>
      </p>
      <KeyTable items={data?.items ?? []} urlOf={api.accountKey} />
      {creating && (
        <CreateDialog
          onClose={() => setCreating(false)}
          onDone={(key) => setMade((keys) => [...keys, key])}
          scopes={scopes}
        />
      )}
      <SecretDialog of="keys" secrets={made} onSeen={() => setMade(([, ...later]) => later)} />
    </div>
  )
}
