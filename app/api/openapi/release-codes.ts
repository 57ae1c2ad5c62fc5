import { ADMIN, type ErrorCode, NONE, READ_AGAIN } from '@/app/api/openapi/error-repairs'

/** The codes of releases. */
export const RELEASE_CODES: Record<string, ErrorCode[]> = {
  Releases: [
    ['run_not_ready', '409', 'The lines of the run are still being read.', 'Try again shortly.'],
    ['run_signed', '409', 'The file has an XML signature and can’t be split.', 'Use the list of its lines.'],
    [
      'run_totals_differ',
      '409',
      'The file declares another number or sum of payments (NbOfTxs, CtrlSum) than it contains.',
      'Export the file again and upload the new one.',
    ],
    [
      'run_changed',
      '409',
      'The run isn’t what `expected` says. `gates` is what it is now; `lines` can’t be released any more.',
      READ_AGAIN,
    ],
    [
      'release_own_decisions',
      '403',
      'The owner alone decided all lines of the release.',
      'Use the key of another reviewer.',
    ],
    [
      'release_own_report',
      '403',
      'Lines would be released with a name from a bank report that the owner loaded. `lines` names them.',
      'Leave them out, or use the key of another reviewer.',
    ],
    [
      'release_own_confirmation',
      '403',
      'The owner confirmed some of the lines. `lines` names them.',
      'Leave them out, or use the key of another reviewer.',
    ],
    ['release_differs', '500', 'The files didn’t add up to the original. Nothing was released.', ADMIN],
    ['release_withdrawn', '409', 'The release was withdrawn.', NONE],
    ['release_downloaded', '409', 'A file of the release was downloaded.', NONE],
    ['release_too_old', '409', 'More than ten minutes have passed.', NONE],
    ['release_superseded', '409', 'There is a later release.', 'Withdraw that one first.'],
    ['release_file_gone', '410', 'Retention deleted the files of the release.', NONE],
    [
      'held_file_superseded',
      '409',
      'Lines of the held file are in a later release.',
      'Download the held file of that release.',
    ],
    ['held_file_not_sent', '409', 'It was recorded that the held file wasn’t sent.', NONE],
    ['held_file_not_downloaded', '409', 'The held file wasn’t downloaded.', NONE],
  ],
}
