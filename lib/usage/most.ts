/** The highest amount of one entry, against typing errors. */
export const MOST_CREDITS = 100_000_000
