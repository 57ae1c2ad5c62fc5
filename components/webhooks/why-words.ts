import type { useTranslations } from 'use-intl'

/** Why a try failed, in words. */
export function whyWords(
  t: ReturnType<typeof useTranslations<'webhooks'>>,
  code: string,
  httpStatus: number | null,
): string {
  if (httpStatus !== null)
    return t(code === 'redirect' ? 'why.redirect' : 'why.status', { status: httpStatus })
  return t(t.has(`why.${code}`) ? `why.${code}` : 'why.other')
}
