// Plain JavaScript, because the scripts ask before anything is installed.

/**
 * Whether this is the name of a time zone. An offset such as +02:00 is none: PostgreSQL counts it the other way round.
 * @param {string} text
 */
export function isTimeZone(text) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return /^[A-Za-z]/.test(text)
  } catch {
    return false
  }
}
