/** A time as the API returns it, in UTC: 2026-11-21T08:30:00.000Z; null for none. */
export const isoTime = (date: Date | null | undefined): string | null => date?.toISOString() ?? null
