'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LoadFailed } from '@/components/page/load-failed'
import { Page } from '@/components/page/page'
import { adminApi } from '@/lib/http/admin-paths'
import { KeyTable } from './key-table'
import { allKeysQuery } from './queries'

/** All keys with owner, scopes and last use; an admin may revoke each. */
export function AllKeys() {
  const t = useTranslations('keys')
  const { data, isError, refetch } = useQuery(allKeysQuery)
  return (
    <Page title={t('title')} meta={t('all.lead')}>
      <div className="grid gap-4 px-6 pt-3.5 empty:hidden max-md:px-4">
        {isError && !data && <LoadFailed retry={() => refetch()}>{t('loadFailed')}</LoadFailed>}
      </div>
      {data && (
        <div className="pt-3.5">
          <KeyTable items={data.items} urlOf={adminApi.key} owners />
        </div>
      )}
    </Page>
  )
}
