const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const WHOLE = new RegExp(`^${UUID.source}$`, 'i')

/** True for a UUID of any version, in any case: the form of our ids and of the provider's (specification 2.2). */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && WHOLE.test(value)

/** The first UUID within a text, an address for instance; null when there is none. */
export const uuidIn = (text: string): string | null => UUID.exec(text)?.[0] ?? null
