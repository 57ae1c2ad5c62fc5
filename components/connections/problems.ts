import { Problem } from '@/components/live/request'

/** Codes of a refused change per field; '' is the form as a whole. */
export type FieldCodes = Partial<Record<string, string>>

const OF_FIELD: Record<string, string> = {
  secret_refused: 'secret',
  address_malformed: 'baseUrl',
  address_parts: 'baseUrl',
  address_path: 'baseUrl',
  address_https: 'baseUrl',
  address_not_allowed: 'baseUrl',
}

/** Which field a refusal belongs to. */
export function fieldCodes(error: unknown): FieldCodes {
  if (!(error instanceof Problem)) return { '': 'other' }
  if (error.errors.length > 0)
    return Object.fromEntries(error.errors.map(({ path, code }) => [path, path === 'name' ? 'name' : code]))
  return { [OF_FIELD[error.code] ?? '']: error.code }
}
