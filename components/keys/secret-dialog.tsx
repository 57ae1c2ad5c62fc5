'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/overlays/dialog'

type SecretDialogProps = { of: 'keys' | 'webhooks'; value: string | null; onClose: () => void }

/** Shows a secret once. A click outside does not close it, because it cannot be shown again. */
export function SecretDialog({ of, value, onClose }: SecretDialogProps) {
  const t = useTranslations(`${of}.once`)
  const footer = (
    <Button variant="primary" onClick={onClose}>
      {t('done')}
    </Button>
  )
  return (
    <Dialog
      open={value !== null}
      onClose={onClose}
      title={t('title')}
      description={t('text')}
      footer={footer}
      sticky
    >
      <div className="mt-4 grid gap-3">
        <output aria-label={t('label')} className="font-mono text-sm break-all" translate="no">
          {value}
        </output>
        <span>{value && <CopyButton text value={value} label={t('copy')} />}</span>
      </div>
    </Dialog>
  )
}
