'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Checkbox } from '@/components/ui/fields/checkbox'

/** The recovery codes, shown once; "Continue" waits until the person confirms that they are saved. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations('account.factor.codes')
  const [saved, setSaved] = useState(false)
  return (
    <div className="grid gap-4">
      <h3 className="text-lg">{t('title')}</h3>
      <p className="text-fg-muted">{t('text')}</p>
      <ul aria-label={t('list')} className="grid gap-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>
        <CopyButton text value={codes.join('\n')} label={t('copy')} />
      </p>
      <Checkbox label={t('saved')} checked={saved} onChange={(event) => setSaved(event.target.checked)} />
      <Button variant="primary" aria-disabled={!saved || undefined} onClick={() => saved && onDone()}>
        {t('continue')}
      </Button>
    </div>
  )
}
