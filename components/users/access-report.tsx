'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { saveFile } from '@/components/live/save-file'
import { Button } from '@/components/ui/button'
import { toastError } from '@/components/ui/messages/toast'
import { adminApi } from '@/lib/http/admin-paths'

/** Downloads everybody with roles, second factor and last sign-in as a table, for the yearly access review. */
export function AccessReport() {
  const t = useTranslations('users')
  const refused = useTranslations('shell.refused')
  const take = useMutation({
    mutationFn: () => saveFile(adminApi.accessReport, {}),
    onError: () => toastError(refused('other')),
  })
  return (
    <Button size="sm" icon="download" compact busy={take.isPending} onClick={() => take.mutate()}>
      {t('report')}
    </Button>
  )
}
