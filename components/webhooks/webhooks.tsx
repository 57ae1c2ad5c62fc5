'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SecretDialog } from '@/components/keys/secret-dialog'
import { LoadFailed } from '@/components/page/load-failed'
import { Page } from '@/components/page/page'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/messages/empty'
import type { NewSecret } from '@/lib/webhooks/view'
import { AddDialog } from './add-dialog'
import { webhooksQuery } from './queries'
import { WebhookCard } from './webhook-card'

/** URLs that receive events about finished uploads and new reviews. */
export function Webhooks() {
  const t = useTranslations('webhooks')
  const { data, isError, refetch } = useQuery(webhooksQuery)
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<NewSecret[]>([])
  const show = (secret: NewSecret) => setMade((secrets) => [...secrets, secret])
  const add = (
    <Button size="sm" icon="plus" compact onClick={() => setAdding(true)}>
      {t('add.button')}
    </Button>
  )
  return (
    <Page title={t('title')} meta={t('lead')} actions={add}>
      <div className="grid max-w-5xl gap-4 px-6 pt-3.5 pb-8 max-md:px-4">
        {isError && !data && <LoadFailed retry={() => refetch()}>{t('loadFailed')}</LoadFailed>}
        {data?.items.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} onSecret={show} />
        ))}
        {data?.items.length === 0 && <Empty title={t('empty.title')}>{t('empty.text')}</Empty>}
      </div>
      {adding && <AddDialog onClose={() => setAdding(false)} onDone={show} />}
      <SecretDialog
        of="webhooks"
        secrets={made.map(({ url, secret }) => ({ name: url, secret }))}
        onSeen={() => setMade(([, ...later]) => later)}
      />
    </Page>
  )
}
