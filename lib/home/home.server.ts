import 'server-only'
import { readLoosenings } from '@/lib/audit/loosening-notice.server'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { listConnections } from '@/lib/connections/queries.server'
import type { ConnectionView } from '@/lib/connections/view'
import { countDays, type DayCounts } from '@/lib/history/days.server'
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
export function readHome(environment: EnvironmentName, actor: Actor): Promise<HomeData> {
  const live = environment === 'live'
  const admin = hasRole(actor, 'admin')
  const handlesChecks = hasRole(actor, 'analyst', 'reviewer')
  return allOf({
    lost: listLostResponses(actor, environment),
    heldBack: live && handlesChecks ? listHeldNames(actor) : [],
    reviews: handlesChecks ? waitingReviews(actor, environment) : null,
    uploads: live ? latestUploads(actor) : [],
    payments: live && handlesChecks ? readOpenRuns({ newest: LATEST_RUNS, most: SHOWN_RUNS }, actor) : [],
    coverage: live && hasRole(actor, 'reviewer') ? coverageNow(actor) : null,
    connection: admin ? activeConnection() : undefined,
    erasures: hasRole(actor, 'admin', 'reviewer') ? countWaitingErasures(actor) : 0,
    resumableErasures: countResumableErasures(actor),
    namelessErasures: admin ? countNamelessErasures() : 0,
    holdsUnconfirmed: admin ? areHoldsUnconfirmed() : false,
    retention: admin ? lastRun() : null,
    lowCredits: admin && live ? lowCredits() : null,
    waitingPeople: admin ? waitingPeople() : 0,
    loosened: admin ? readLoosenings() : [],
    guide: readGuide(actor),
  })
}

/** Waits for all fields together. */
async function allOf<Fields extends object>(
  fields: Fields,
): Promise<{ [Name in keyof Fields]: Awaited<Fields[Name]> }> {
  const known = await Promise.all(Object.entries(fields).map(async ([name, value]) => [name, await value]))
  return Object.fromEntries(known)
}

const activeConnection = async (): Promise<ConnectionView | null> =>
  (await listConnections()).find(({ active }) => active) ?? null

const areHoldsUnconfirmed = async (): Promise<boolean> => (await unconfirmedRestore()) !== null

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
