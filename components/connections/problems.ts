import { Problem } from '@/components/live/request'

/** The codes of a refused change by field; '' is the form as a whole. */
export function fieldCodes(error: unknown): Partial<Record<string, string>> {
  if (!(error instanceof Problem)) return { '': 'other' }
  if (error.errors.length > 0)
    return Object.fromEntries(
      error.errors.map(({ path, code }) => [
        path,
        path === 'name' && code !== 'text_characters' ? 'name' : code,
      ]),
    )
  return { [error.code === 'secret_refused' ? 'secret' : '']: error.code }
}
