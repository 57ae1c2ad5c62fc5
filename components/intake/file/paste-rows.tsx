'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { Field } from '@/components/ui/fields/field'
import { Textarea } from '@/components/ui/fields/input'

/** For a few rows from a spreadsheet or an e-mail. */
export function PasteRows({ onPaste }: { onPaste: (text: string) => void }) {
  const t = useTranslations('intake')
  const [text, setText] = useState('')
  return (
    <Disclosure summary={t('file.paste')}>
      <div className="grid max-w-2xl gap-3">
        <Field label={t('file.paste')} hint={t('file.pasteHint')} hideLabel>
          <Textarea
            rows={6}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div>
          <Button size="sm" onClick={() => onPaste(text)}>
            {t('file.pasteRead')}
          </Button>
        </div>
      </div>
    </Disclosure>
  )
}
