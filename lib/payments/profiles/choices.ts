/** Whether a bank checks the names of a file with several payments, if the channel doesn't decide it. */
export const BANK_DEFAULTS = ['opt_in', 'opt_out', 'unknown'] as const
/** Whether a bank accepts a file with several batches (PmtInf). */
export const BATCH_LIMITS = ['one', 'several', 'unknown'] as const
/** How a bank reports the results. */
export const BANK_REPORTS = ['pain002', 'portal_table', 'portal_screen', 'none', 'unknown'] as const
/** Where advice is shown: for a file with one payment, before a release, with a held file, and with reports. */
export const ADVICE_TOPICS = ['oneLine', 'release', 'held', 'report'] as const
