'use client'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { RecentChecks } from '@/components/verifications/recent-checks'
import type { Role } from '@/lib/auth/roles'
import type { ConnectionView } from '@/lib/connections/view'
import type { DayCounts } from '@/lib/history/days.server'
import type { LostAnswer, WaitingReviews } from '@/lib/history/today.server'
import type { EnvironmentName } from '@/lib/http/paths'
import type { Run } from '@/lib/retention/view'
import type { UploadItem } from '@/lib/uploads/view'
import type { Guide } from '@/lib/users/guide'
import type { HeldBack } from '@/lib/verifications/tried/allow.server'
import { Attention } from './attention'
import { DaysChart } from './days-chart'
import { FirstSteps } from './first-steps'
import { Health } from './health'
import { QuickCheck } from './quick-check'
import { ReviewBlock } from './review-block'
import { RunningUploads } from './running-uploads'
import { Today } from './today'
import { useFreshHome } from './use-fresh-home'

export type HomeData = {
  /** the last two weeks, oldest first; the last one is today */
  days: DayCounts[]
  lost: LostAnswer[]
  /** not sent because of many names on one IBAN, until a second person allows them */
  heldBack: HeldBack[]
  /** null: no part of this person's work */
  reviews: WaitingReviews | null
  /** the latest, newest first */
  uploads: UploadItem[]
  /** undefined: not an admin; null: nothing is connected */
  connection: ConnectionView | null | undefined
  /** the last night; null before the first one and for everybody but admins */
  retention: Run | null
  /** requests that wait for this person's answer */
  erasures: number
  /** estimated credits left, when fewer than the warning says; for admins */
  lowCredits: number | null
  /** what somebody new has not done yet; null: nothing to guide */
  guide: Guide | null
}
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
