import { Problem } from '@/components/live/request'

/** The code of what went wrong, for the words `webhooks.problem.<code>`; `other` when there are none for it. */
export function problemCode(error: unknown, known: (code: string) => boolean): string {
  const code = error instanceof Problem ? error.code : 'other'
  return known(code) ? code : 'other'
}
