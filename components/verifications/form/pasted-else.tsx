'use client'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { handOver } from '@/components/intake/file/handed-over'
import { TextButton } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { pages } from '@/lib/http/paths'
import type { NotTaken } from './use-paste'

/** Says why a paste filled no field; several rows can go to the wizard as a file. */
export function PastedElse(pasted: NotTaken) {
  const t = useTranslations('check.pasted')
  const router = useRouter()
  if (pasted.kind === 'letter') return <Said>{t('letter')}</Said>
  const asFile = () => {
    handOver([new File([pasted.text], 'pasted.csv', { type: 'text/csv' })])
    router.push(pages.newUpload())
  }
  return (
    <Said>
      {t('rows', { count: pasted.count })}{' '}
      <TextButton onClick={asFile}>{t('asFile', { count: pasted.count })}</TextButton>
    </Said>
  )
}

function Said({ children }: { children: React.ReactNode }) {
  return (
    <span className="field-warning" role="status">
      <Icon name="info" />
      <span>{children}</span>
    </span>
  )
}
