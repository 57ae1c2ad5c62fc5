/** Wrong guesses that cost nothing: everybody mistypes. */
const FREE = 5
const CAP_SECONDS = 15 * 60

/**
 * So many failures in a row, however slow, and the password opens nothing until a new one is chosen through a link
 * (reliability C.2, D.5): what is guessed for weeks must end. Answered like a wrong password.
 */
export const CEILING = 100

/** How many failures within a minute one address, and all of them together, may cause. */
export const ADDRESS_LIMIT = 30
export const GLOBAL_LIMIT = 300
/** Failures older than this do not count any more. */
export const MEMORY_SECONDS = 24 * 3600

/**
 * How long an account rests after its n-th failure in a row: nothing up to the fifth, then 1, 2, 4 … seconds, at most
 * 15 minutes (reliability C.2).
 */
export const delaySeconds = (failures: number): number =>
  failures <= FREE ? 0 : Math.min(2 ** (failures - FREE - 1), CAP_SECONDS)
