import { keyOr, type Translate } from '@/lib/platform/language/keys'

/** Why a try failed, in words. */
export function failureReason(t: Translate<'webhooks'>, code: string, httpStatus: number | null): string {
  if (httpStatus !== null)
    return t(code === 'redirect' ? 'why.redirect' : 'why.status', { status: httpStatus })
  return t(keyOr(t, `why.${code}`, 'why.other'))
}
