import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { toastError } from '@/components/ui/messages/toast'
import { api } from '@/lib/http/paths'

/** Changes the person's language, in this browser and at their next sign-in. @returns whether it was saved */
export function useLanguage(): (language: string) => Promise<boolean> {
  const t = useTranslations('shell')
  const router = useRouter()
  return async (language) => {
    try {
      await request(api.accountLanguage, { method: 'PUT', body: { language } })
    } catch {
      toastError(t('languageFailed'))
      return false
    }
    router.refresh()
    return true
  }
}
