'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/overlays/dialog'

type SecretDialogProps = {
  of: 'keys' | 'webhooks'
  /** with the name of what each belongs to */
  secrets: { name: string; secret: string }[]
  onSeen: () => void
}

/** Shows each secret once, one after the other. A click outside does not close it, because none can be shown again. */
export function SecretDialog({ of, secrets, onSeen }: SecretDialogProps) {
  const t = useTranslations(`${of}.once`)
  const [shown] = secrets
  const footer = (
    <Button variant="primary" onClick={onSeen}>
      {t('done')}
    </Button>
  )
  return (
    <Dialog
      open={shown !== undefined}
      onClose={onSeen}
      title={t('title')}
      description={t('text')}
      footer={footer}
      sticky
    >
      <div className="mt-4 grid gap-3">
        <span className="font-medium break-all">{shown?.name}</span>
        <output aria-label={t('label')} className="font-mono text-sm break-all" translate="no">
          {shown?.secret}
        </output>
        <span>{shown && <CopyButton key={shown.secret} text value={shown.secret} label={t('copy')} />}</span>
      </div>
    </Dialog>
  )
}
