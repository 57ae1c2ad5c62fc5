'use client'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { handOverFiles } from '@/components/intake/file/file-handover'
import { TextButton } from '@/components/ui/button'
import { Icon } from '@/components/ui/icons/icon'
import { useGo } from '@/components/ui/overlays/use-go'
import { pages } from '@/lib/http/paths'
import type { UnusedPaste } from './use-paste'

/** Explains why a paste filled no field; several rows can be opened in the wizard. */
export function PasteHint(pasted: UnusedPaste) {
  const t = useTranslations('check.pasted')
  const go = useGo()
  if (pasted.kind === 'letter') return <FieldHint role="status">{t('letter')}</FieldHint>
  const asFile = () => {
    const file = new File([pasted.text], 'pasted.csv', { type: 'text/csv' })
    go(pages.newUpload(), () => handOverFiles([file]))
  }
  return (
    <FieldHint role="status">
      {t('rows', { count: pasted.count })}{' '}
      <TextButton onClick={asFile}>{t('asFile', { count: pasted.count })}</TextButton>
    </FieldHint>
  )
}

/** A hint below a field, which blocks nothing. */
export function FieldHint({ children, ...rest }: ComponentProps<'span'>) {
  return (
    <span className="flex gap-1.5 text-fg" {...rest}>
      <Icon name="info" className="mt-0.5 size-4 flex-none text-fg-muted" />
      <span>{children}</span>
    </span>
  )
}
