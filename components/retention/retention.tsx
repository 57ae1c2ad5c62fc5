'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LoadFailed } from '@/components/page/load-failed'
import { Page } from '@/components/page/page'
import { PageBody } from '@/components/ui/layout'
import { Erasures } from './erasures'
import { LastCut, LastRun } from './last-run'
import { LegalHolds } from './legal-holds'
import { PeriodsForm } from './periods-form'
import { retentionQuery } from './queries'
import { RestoreBanner } from './restore-banner'
import { SubjectSearch } from './subject-search'

/** Retention periods, tonight's deletions, legal holds and erasure requests. */
export function Retention({ myId, admin }: { myId: string; admin: boolean }) {
  const t = useTranslations('retention')
  return (
    <Page title={t('title')} meta={t(admin ? 'lead' : 'leadSecond')}>
      <PageBody className="max-w-page grid-cols-1 gap-7 pb-8 max-md:pt-2 max-md:pb-6">
        {admin && <Settings />}
        {admin && <SubjectSearch />}
        <Erasures myId={myId} admin={admin} />
      </PageBody>
    </Page>
  )
}

function Settings() {
  const t = useTranslations('retention')
  const { data, isError, refetch } = useQuery(retentionQuery)
  if (!data)
    return isError ? (
      <LoadFailed retry={() => refetch()}>{t('loadFailed')}</LoadFailed>
    ) : (
      <p role="status">{t('loading')}</p>
    )
  return (
    <>
      {data.restore && <RestoreBanner restore={data.restore} holds={data.holds} />}
      <PeriodsForm saved={data.periods} hour={data.hour} waits={data.restore !== null} />
      <div>
        <LastRun run={data.lastRun} />
        {data.cut && <LastCut cut={data.cut} />}
      </div>
      <LegalHolds holds={data.holds} />
    </>
  )
}
