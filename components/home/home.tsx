'use client'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { PageBody } from '@/components/ui/layout'
import { RecentChecks } from '@/components/verifications/recent-checks'
import type { Role } from '@/lib/auth/roles'
import type { DayCounts } from '@/lib/history/days.server'
import type { HomeData } from '@/lib/home/view'
import type { EnvironmentName } from '@/lib/http/paths'
import { Attention } from './attention'
import { CoverageBlock } from './coverage-block'
import { FirstSteps } from './first-steps'
import { Health } from './health'
import { PaymentsBlock } from './payments-block'
import { QuickCheck } from './quick-check'
import { Results } from './results'
import { ReviewBlock } from './review-block'
import { RunningUploads } from './running-uploads'
import { useFreshHome } from './use-fresh-home'

type HomeProps = {
  environment: EnvironmentName
  roles: Role[]
  data: HomeData
  /** the last two weeks, oldest first, up to today */
  days: Promise<DayCounts[]>
}

/** What to do now: check, decide, fix; then today's results. */
export function Home({ environment, roles, data: loaded, days }: HomeProps) {
  const t = useTranslations('home')
  const analyst = roles.includes('analyst')
  const news = useFreshHome(environment, loaded)
  const data = news?.data ?? loaded
  return (
    <Page title={t('title')}>
      <PageBody className="grid-cols-1 gap-7 pb-5 max-md:pt-3 max-md:pb-4">
        {analyst && <QuickCheck environment={environment} admin={roles.includes('admin')} />}
        {data.guide && <FirstSteps guide={data.guide} environment={environment} />}
        {roles.includes('reviewer') && data.reviews && (
          <ReviewBlock environment={environment} reviews={data.reviews} />
        )}
        {data.payments.length > 0 && <PaymentsBlock runs={data.payments} />}
        {data.coverage && <CoverageBlock coverage={data.coverage} />}
        {data.connection !== undefined && <Health connection={data.connection} retention={data.retention} />}
        <Attention environment={environment} data={data} mayReview={roles.includes('reviewer')} />
        <Results days={news?.days ?? days} />
        {environment === 'live' && <RunningUploads uploads={data.uploads} />}
      </PageBody>
      {analyst && <RecentChecks environment={environment} />}
    </Page>
  )
}
