const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/

/**
 * Writes a time in the format of the original CreDtTm: with `Z`, the same offset or no time zone, and with as many
 * fractional digits. Without a time zone it is in UTC, which is never ahead of a European bank's local time.
 * @param at ISO 8601 in UTC
 */
export function timeLike(original: string, at: string): string {
  const [found, fraction = '', zone = ''] = TIME.exec(original.trim()) ?? []
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const text = new Date(Date.parse(at) + offset * 60_000).toISOString()
  if (found === undefined && /^\d{4}-\d\d-\d\d$/.test(original.trim())) return text.slice(0, 10)
  const digits = fraction && `.${text.slice(20, 23).padEnd(fraction.length, '0').slice(0, fraction.length)}`
  return `${text.slice(0, 19)}${digits}${zone}`
}
