import { useTranslations } from 'use-intl'
import { hasKey, keyOr } from '@/lib/platform/language/keys'

/** The pages with sentences of their own for some refusals. */
type Page =
  | 'account.problem'
  | 'attempts.problem'
  | 'connections.problem'
  | 'signin.join.problem'
  | 'users.problem'
  | 'webhooks.problem'

/**
 * @returns a function from the code of a refusal to its sentence: that of the page, else the one that all pages share, else
 * that nothing was changed
 */
export function useRefusalWords(page: Page) {
  const own = useTranslations(page)
  const shared = useTranslations('shell.refused')
  return (code: string, values?: Record<string, string | number>): string => {
    if (hasKey(own, code)) return own(code, values)
    return shared(keyOr(shared, code, 'other'))
  }
}
