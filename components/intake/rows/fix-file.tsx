'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextButton } from '@/components/ui/button'
import { announce } from '@/components/ui/messages/live-text'
import { FileButton } from '../file/file-button'
import type { Intake } from '../use-intake'
import { useReasonWords } from './reason-words'
import { saveText } from './save-text'

/** Exports the wrong rows as a file and imports the corrected ones. */
export function FixFile({ intake }: { intake: Intake }) {
  const t = useTranslations('intake')
  const words = useReasonWords()
  const [said, setSaid] = useState('')
  const take = async (file: File | undefined) => {
    if (!file) return
    const answer = await intake.corrected(file)
    const text = 'problem' in answer ? t('fixFile.wrong') : t('fixFile.back', { n: answer.rows })
    setSaid(text)
    announce(text)
  }
  return (
    <div className="grid justify-items-start gap-1.5 px-2 pt-3.5 pb-1 text-xs leading-5 text-fg-muted max-md:col-span-full max-md:grid-flow-col max-md:items-baseline max-md:justify-start max-md:gap-4 max-md:p-0">
      <p className="max-md:hidden">{t('fixFile.text')}</p>
      <TextButton
        className="max-md:text-left"
        onClick={async () => saveText(await intake.download('fix', words))}
      >
        {t('fixFile.download')}
      </TextButton>
      <FileButton
        className="btn-link max-md:text-left"
        accept=".csv,.tsv,.txt,.xlsx"
        onFiles={([file]) => void take(file)}
      >
        {t('fixFile.choose')}
      </FileButton>
      {said && <p>{said}</p>}
    </div>
  )
}
