'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed } from '@/components/page/load-failed'
import { Page } from '@/components/page/page'
import { Button } from '@/components/ui/button'
import { PageBody } from '@/components/ui/layout'
import { ConnectionCard } from './connection-card'
import { CreateForm } from './create-form'
import { connectionsQuery } from './queries'

/** The connections, with masked credentials: test one, rotate its secret, add another. */
export function Connections() {
  const t = useTranslations('connections')
  const { data, isError, refetch } = useQuery(connectionsQuery)
  const [adding, setAdding] = useState(false)
  const items = data?.items ?? []
  const add = items.length > 0 && (
    <Button size="sm" icon="plus" compact onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} meta={t('lead')} actions={add}>
      <PageBody className="max-w-page gap-4 pb-8 max-md:pt-3 max-md:pb-6">
        {isError && items.length === 0 && <LoadFailed retry={() => refetch()}>{t('loadFailed')}</LoadFailed>}
        {items.map((connection) => (
          <ConnectionCard key={connection.id} connection={connection} />
        ))}
        {data && items.length === 0 && (
          <section aria-labelledby="connect" className="max-w-md">
            <h2 id="connect">{t('empty.title')}</h2>
            <p className="mt-1 text-fg-muted">{t('empty.text')}</p>
            <CreateForm onDone={() => refetch()} />
          </section>
        )}
      </PageBody>
      {adding && <CreateForm onDone={() => setAdding(false)} onClose={() => setAdding(false)} />}
    </Page>
  )
}
