import type { ConnectionView } from '@/lib/connections/view'
import type { LostAnswer, WaitingReviews } from '@/lib/history/today.server'
import type { Run } from '@/lib/retention/view'
import type { UploadItem } from '@/lib/uploads/view'
import type { Guide } from '@/lib/users/guide'
import type { HeldBack } from '@/lib/verifications/tried/allow.server'

export type HomeData = {
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
  /** erasures that a legal hold stopped and none does any more; for admins */
  resumableErasures: number
  /** estimated credits left, when fewer than the warning says; for admins */
  lowCredits: number | null
  /** people who are newly a second person, for the other admins to know */
  waitingPeople: number
  /** who made review ask less within a week; for admins */
  loosened: { at: string; name: string } | null
  /** what somebody new has not done yet; null: nothing to guide */
  guide: Guide | null
}
