import type { Loosening } from '@/lib/audit/loosening-notice.server'
import type { ConnectionView } from '@/lib/connections/view'
import type { DayCounts } from '@/lib/history/days.server'
import type { LostResponse, WaitingReviews } from '@/lib/history/today.server'
import type { Coverage, RunSummary } from '@/lib/payments/view'
import type { Run } from '@/lib/retention/view'
import type { UploadItem } from '@/lib/uploads/view'
import type { Guide } from '@/lib/users/guide'
import type { HeldName } from '@/lib/verifications/tried/allow.server'

/** Everything that is new on Home. `days`: the last two weeks, oldest first. */
export type HomeNews = { data: HomeData; days: DayCounts[] }

export type HomeData = {
  lost: LostResponse[]
  /** not sent because of many names on one IBAN, until a second person releases them */
  heldBack: HeldName[]
  /** null: not part of this person's work */
  reviews: WaitingReviews | null
  /** the latest, newest first */
  uploads: UploadItem[]
  /** payment runs that are not finished: a reviewer's have lines to release, an analyst's are their own */
  payments: RunSummary[]
  /** of this month's releases, for reviewers; null: nothing was released */
  coverage: Coverage | null
  /** undefined: not an admin; null: nothing is connected */
  connection: ConnectionView | null | undefined
  /** the last nightly run; null before the first one and for everybody but admins */
  retention: Run | null
  /** erasure requests that wait for this person */
  erasures: number
  /** erasures whose legal hold has been released; for admins */
  resumableErasures: number
  /** erasures whose name must be entered again after a restore; for admins */
  namelessErasures: number
  /** a backup was restored, and nobody has confirmed the legal holds since; for admins */
  holdsUnconfirmed: boolean
  /** estimated credits left, when below the warning threshold; for admins */
  lowCredits: number | null
  /** people who recently became a second person, as a notice to the other admins */
  waitingPeople: number
  /** who loosened the review rules, the payment policy, the second factor or a limit within the last week; for admins */
  loosened: Loosening[]
  /** the first steps that a new person has not taken; null: nothing to show */
  guide: Guide | null
}
