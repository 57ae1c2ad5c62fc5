import 'server-only'
import { readLoosenings } from '@/lib/audit/loosening-notice.server'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { listConnections } from '@/lib/connections/queries.server'
import type { DayCounts } from '@/lib/history/days.server'
import { countDays } from '@/lib/history/days.server'
import { listLostResponses, waitingReviews } from '@/lib/history/today.server'
import type { HomeData } from '@/lib/home/view'
import type { EnvironmentName } from '@/lib/http/paths'
import { readCoverage } from '@/lib/payments/coverage/coverage.server'
import { readOpenRuns } from '@/lib/payments/runs.server'
import type { Coverage } from '@/lib/payments/view'
import { countNamelessErasures } from '@/lib/retention/erasure/name.server'
import { countWaitingErasures } from '@/lib/retention/erasure/request.server'
import { countResumableErasures } from '@/lib/retention/erasure/resume.server'
import { lastRun } from '@/lib/retention/night.server'
import { unconfirmedRestore } from '@/lib/retention/restore.server'
import { listUploads } from '@/lib/uploads/queries.server'
import type { UploadItem } from '@/lib/uploads/view'
import { lowCredits } from '@/lib/usage/settings.server'
import { readGuide } from '@/lib/users/guide.server'
import { waitingPeople } from '@/lib/users/queries.server'
import { listHeldNames } from '@/lib/verifications/tried/allow.server'

const LATEST_UPLOADS = 30
const LATEST_RUNS = 20
const SHOWN_RUNS = 5
const DAYS = 14

/** What Home shows this person. Sums and times are as in the views that it is made of. */
export async function readHome(environment: EnvironmentName, actor: Actor): Promise<HomeData> {
  const admin = hasRole(actor, 'admin')
  const [
    lost,
    held,
    reviews,
    uploads,
    payments,
    coverage,
    connections,
    erasures,
    resumable,
    nameless,
    restore,
    retention,
    credits,
    waiting,
    loosened,
    guide,
  ] = await Promise.all([
    listLostResponses(actor, environment),
    environment === 'live' && hasRole(actor, 'analyst', 'reviewer') ? listHeldNames(actor) : [],
    hasRole(actor, 'analyst', 'reviewer') ? waitingReviews(actor, environment) : null,
    environment === 'live' ? latestUploads(actor) : [],
    environment === 'live' && hasRole(actor, 'analyst', 'reviewer')
      ? readOpenRuns({ newest: LATEST_RUNS, most: SHOWN_RUNS }, actor)
      : [],
    environment === 'live' && hasRole(actor, 'reviewer') ? coverageNow(actor) : null,
    admin ? listConnections() : [],
    hasRole(actor, 'admin', 'reviewer') ? countWaitingErasures(actor) : 0,
    countResumableErasures(actor),
    admin ? countNamelessErasures() : 0,
    admin ? unconfirmedRestore() : null,
    admin ? lastRun() : null,
    admin && environment === 'live' ? lowCredits() : null,
    admin ? waitingPeople() : 0,
    admin ? readLoosenings() : [],
    readGuide(actor),
  ])
  return {
    lost,
    heldBack: held,
    reviews,
    uploads,
    payments,
    coverage,
    erasures,
    resumableErasures: resumable,
    namelessErasures: nameless,
    holdsUnconfirmed: restore !== null,
    retention,
    lowCredits: credits,
    waitingPeople: waiting,
    loosened,
    guide,
    connection: admin ? (connections.find(({ active }) => active) ?? null) : undefined,
  }
}

/** Coverage of this month; null: nothing was released yet. */
async function coverageNow(actor: Actor): Promise<Coverage | null> {
  const { total } = await readCoverage(1, actor)
  return total.released.lines > 0 ? total : null
}

/** The sandbox has no uploads. */
const latestUploads = async (actor: Actor): Promise<UploadItem[]> =>
  (await listUploads({ size: LATEST_UPLOADS }, actor)).items

/** The results of the last two weeks, oldest first, up to today in TIME_ZONE. */
export const readHomeDays = (environment: EnvironmentName, actor: Actor): Promise<DayCounts[]> =>
  countDays(actor, environment, DAYS)
