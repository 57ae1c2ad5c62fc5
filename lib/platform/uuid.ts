const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const WHOLE = new RegExp(`^${UUID.source}$`, 'i')

/**
 * Whether a value is a UUID of any version, in any case: the format of our IDs and of the provider's
 * (specification 2.2).
 */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && WHOLE.test(value)

/** The first UUID within a text, such as a URL; null when there is none. */
export const uuidIn = (text: string): string | null => UUID.exec(text)?.[0] ?? null
