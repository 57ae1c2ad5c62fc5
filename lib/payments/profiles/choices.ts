/** What a bank does with a file of several payments when the channel doesn't say: check the names, or not. */
export const BANK_DEFAULTS = ['opt_in', 'opt_out', 'unknown'] as const
/** Whether a bank takes a file with several PmtInf. */
export const BATCH_LIMITS = ['one', 'several', 'unknown'] as const
/** How a bank hands out the results. */
export const BANK_REPORTS = ['pain002', 'portal_table', 'portal_screen', 'none', 'unknown'] as const
/** When advice is shown: a file of one line, before a release, with a held file, about reports. */
export const ADVICE_TOPICS = ['oneLine', 'release', 'held', 'report'] as const
