/** More than anybody buys at once: a slip of the finger is refused. */
export const MOST_CREDITS = 100_000_000
