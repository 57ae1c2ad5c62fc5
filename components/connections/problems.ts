import { Problem } from '@/components/live/request'

/** Error codes of a refused change per field; '' is the form as a whole. */
export type FieldCodes = Partial<Record<string, string>>

const OF_FIELD: Record<string, string> = {
  secret_refused: 'secret',
  address_malformed: 'baseUrl',
  address_parts: 'baseUrl',
  address_path: 'baseUrl',
  address_https: 'baseUrl',
  address_not_allowed: 'baseUrl',
}

/** Maps a refusal to its field. */
export function fieldCodes(error: unknown): FieldCodes {
  if (!(error instanceof Problem)) return { '': 'other' }
  if (error.errors.length > 0)
    return Object.fromEntries(
      error.errors.map(({ path, code }) => [
        path,
        path === 'name' && code !== 'text_characters' ? 'name' : code,
      ]),
    )
  return { [OF_FIELD[error.code] ?? '']: error.code }
}
