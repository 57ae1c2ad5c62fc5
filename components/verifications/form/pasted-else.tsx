'use client'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { handOver } from '@/components/intake/file/handed-over'
import { TextButton } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { pages } from '@/lib/http/paths'
import type { NotTaken } from './use-paste'

/** Explains why a paste filled no field; several rows can be opened in the wizard. */
export function PastedElse(pasted: NotTaken) {
  const t = useTranslations('check.pasted')
  const router = useRouter()
  if (pasted.kind === 'letter') return <Said role="status">{t('letter')}</Said>
  const asFile = () => {
    handOver([new File([pasted.text], 'pasted.csv', { type: 'text/csv' })])
    router.push(pages.newUpload())
  }
  return (
    <Said role="status">
      {t('rows', { count: pasted.count })}{' '}
      <TextButton onClick={asFile}>{t('asFile', { count: pasted.count })}</TextButton>
    </Said>
  )
}

/** A hint below a field, which blocks nothing. */
export function Said({ children, ...rest }: ComponentProps<'span'>) {
  return (
    <span className="flex gap-1.5 text-fg" {...rest}>
      <Icon name="info" className="mt-0.5 size-4 flex-none text-fg-muted" />
      <span>{children}</span>
    </span>
  )
}
