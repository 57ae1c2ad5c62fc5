'use client'
import { useTranslations } from 'use-intl'
import { TextButton } from '@/components/ui/button'
import { saveBlob } from '../rows/save-text'
import { templateCsv, templateXlsx } from './template'

/** A file to fill in, for people who start from nothing. */
export function TemplateLinks() {
  const t = useTranslations('intake.template')
  const labels = useTranslations('intake.file')
  const words = (key: string) => t(key)
  const file = t('file')
  return (
    <p className="file-limits">
      {labels('template')}:{' '}
      <TextButton onClick={() => saveBlob(`${file}.csv`, templateCsv(words))}>
        <span className="sr-only">{labels('template')}</span> {labels('templateCsv')}
      </TextButton>{' '}
      ·{' '}
      <TextButton onClick={async () => saveBlob(`${file}.xlsx`, await templateXlsx(words))}>
        <span className="sr-only">{labels('template')}</span> {labels('templateXlsx')}
      </TextButton>
    </p>
  )
}
