'use client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icons/icon'
import { DropZone } from './drop-zone'

type FileDropProps = {
  id: string
  /** the file is deleted after this many days */
  days: number
  onFiles: (files: File[]) => void
  /** One line high, if a file is already chosen. */
  small?: boolean
}

/** The area where the file of an upload is dropped or chosen. */
export function FileDrop({ id, days, onFiles, small }: FileDropProps) {
  const t = useTranslations('intake')
  const input = useRef<HTMLInputElement>(null)
  // a file that was chosen before hydration
  const openEarly = useEffectEvent(() => {
    const files = [...(input.current?.files ?? [])]
    if (files.length > 0) onFiles(files)
  })
  useEffect(() => openEarly(), [])
  return (
    <DropZone
      ref={input}
      id={id}
      accept=".csv,.tsv,.txt,.xlsx,.xml"
      className={cx('grid content-center justify-items-center gap-2.5', !small && 'min-h-[220px]')}
      choose={t('file.choose')}
      hint={t('file.limits', { days })}
      onFiles={onFiles}
    >
      <Icon name="file-spreadsheet" className={small ? 'hidden' : 'size-7 stroke-[1.6] text-fg-subtle'} />
      <p>{t('file.drop')}</p>
    </DropZone>
  )
}
