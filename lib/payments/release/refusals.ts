import type { GateSums } from '@/lib/payments/view'
import { Refusal } from '@/lib/platform/refusal'
import type { WholeReason } from '@/lib/tables/payments/line'

const conflict = (code: string, message: string) => new Refusal(409, code, message)

export const notReady = () =>
  conflict('run_not_ready', 'The lines of this payment run are still being read. Try again soon.')

export const runUnreadable = () =>
  conflict(
    'run_unreadable',
    'The payments in this file couldn’t be read, so there are no lines to release or list. Upload a corrected file.',
  )

/** The file can't be split. `why`: the reason of its run. */
export const cannotSplit = (why: WholeReason) =>
  why === 'signature'
    ? conflict(
        'run_signed',
        'This file has an XML signature, which splitting it would break. Use the list of its lines instead.',
      )
    : conflict(
        'run_totals_differ',
        'This file declares another number or sum of payments than it contains, so it may have been changed after it was exported. Export it again and upload the new file.',
      )

export const ownRun = () =>
  new Refusal(403, 'four_eyes', 'You uploaded this run, so someone else must release it.')

export const ownHeldFile = () =>
  new Refusal(
    403,
    'four_eyes',
    'You uploaded this run, so someone else must record that its held file wasn’t sent to a bank.',
  )

export const ownDecisions = () =>
  new Refusal(
    403,
    'release_own_decisions',
    'You alone decided all lines of this release, or rules repeated your decisions, so someone else must release them.',
  )

/** `lines`: the first 100 lines with names from a report that this person loaded. */
export const ownReport = (lines: readonly number[] = []) =>
  new Refusal(
    403,
    'release_own_report',
    'Some of these lines take a name from a bank report that you loaded. Leave them out, or let another reviewer release them.',
    { extra: { lines: lines.slice(0, 100) } },
  )

/** `lines`: up to 100 of the lines that the person confirmed. */
export const ownConfirmation = (lines: readonly number[] = []) =>
  new Refusal(
    403,
    'release_own_confirmation',
    'You confirmed some of these lines. Leave them out, or let another reviewer release them.',
    { extra: { lines: lines.slice(0, 100) } },
  )

/**
 * The run isn't what the page showed. `gates`: the sums by gate as they are now. `lines`: the first 100 of the chosen
 * lines that can't be released.
 */
export const runChanged = (gates: Partial<GateSums>, lines: readonly number[]) =>
  new Refusal(
    409,
    'run_changed',
    'The run has changed since you opened it, so nothing was released. Check the new values, then release again.',
    { extra: { gates, lines: lines.slice(0, 100) } },
  )

/** A safety net that no input should reach: the files don't hold the lines or sums of the plan. */
export const filesDiffer = () =>
  new Refusal(
    500,
    'release_differs',
    'The files don’t add up to the original, so nothing was released. Tell an admin.',
  )

export const releaseWithdrawn = () =>
  conflict('release_withdrawn', 'This release was withdrawn. Release its lines again.')

export const releaseDownloaded = () =>
  conflict(
    'release_downloaded',
    'A file of this release was downloaded, so it can’t be withdrawn. If it is wrong, don’t send it to the bank.',
  )

export const withdrawnTooLate = () =>
  conflict(
    'release_too_old',
    'A release can be withdrawn for 10 minutes only. If it is wrong, don’t send its files to the bank.',
  )

export const notLatestRelease = () =>
  conflict(
    'release_superseded',
    'A later release was made from the remaining lines. Withdraw that one first.',
  )

export const heldFileSuperseded = () =>
  conflict(
    'held_file_superseded',
    'Lines of this held file are in a later release. Download the held file of that release.',
  )

export const heldFileNotSent = () =>
  conflict(
    'held_file_not_sent',
    'It was recorded that this held file wasn’t sent to a bank, so it can’t be downloaded. Release its lines instead.',
  )

export const heldFileNotDownloaded = () =>
  conflict(
    'held_file_not_downloaded',
    'This held file wasn’t downloaded, so there is nothing to record. Its lines can be released already.',
  )
