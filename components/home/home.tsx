'use client'
import { useTranslations } from 'use-intl'
import type { HomeData } from '@/components/home/data'
import { Page } from '@/components/page/page'
import { RecentChecks } from '@/components/verifications/recent-checks'
import type { Role } from '@/lib/auth/roles'
import type { EnvironmentName } from '@/lib/http/paths'
import { Attention } from './attention'
import { DaysChart } from './days-chart'
import { FirstSteps } from './first-steps'
import { Health } from './health'
import { QuickCheck } from './quick-check'
import { ReviewBlock } from './review-block'
import { RunningUploads } from './running-uploads'
import { Today } from './today'
import { useFreshHome } from './use-fresh-home'

type HomeProps = { environment: EnvironmentName; roles: Role[]; data: HomeData }

/** What to do now: check, decide, repair; then how today goes. */
export function Home({ environment, roles, data }: HomeProps) {
  const t = useTranslations('home')
  const analyst = roles.includes('analyst')
  useFreshHome()
  return (
    <Page breadcrumb={[{ label: t('title') }]} title={t('title')}>
      <div className="home">
        {analyst && <QuickCheck environment={environment} admin={roles.includes('admin')} />}
        {data.guide && <FirstSteps guide={data.guide} environment={environment} />}
        {roles.includes('reviewer') && data.reviews && (
          <ReviewBlock environment={environment} reviews={data.reviews} />
        )}
        {data.connection !== undefined && <Health connection={data.connection} retention={data.retention} />}
        <Attention environment={environment} data={data} mayReview={roles.includes('reviewer')} />
        <Today counts={data.days.at(-1)?.counts} />
        <DaysChart days={data.days} />
        {environment === 'live' && <RunningUploads uploads={data.uploads} />}
      </div>
      {analyst && <RecentChecks environment={environment} />}
    </Page>
  )
}
