/** The highest amount of one entry, against typing errors. */
export const MAX_CREDITS = 100_000_000
