import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { toastError } from '@/components/ui/messages/toast'
import { api } from '@/lib/http/paths'

/** Changes the person's language, in this browser and at their next sign-in. @returns whether it was saved */
export function useLanguage(): (language: string) => Promise<boolean> {
  const t = useTranslations('shell')
  const router = useRouter()
  const { mutateAsync } = useMutation({
    scope: { id: 'language' }, // in order: the last one is what the choice shows
    mutationFn: (language: string) => request(api.accountLanguage, { method: 'PUT', body: { language } }),
  })
  return async (language) => {
    try {
      await mutateAsync(language)
    } catch {
      toastError(t('languageFailed'))
      return false
    }
    router.refresh()
    return true
  }
}
