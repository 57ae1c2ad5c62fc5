'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/messages/toast'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { api } from '@/lib/http/paths'
import { downloadUrl } from './download-url'
import { useExportMasked } from './export-age'

type EvidenceButtonsProps = {
  /** The id of the check. */
  id: string
  createdAt: string
  purgedAt?: string | null
  /** The pack contains names and IBANs, so people who see them masked don't get it. */
  packs: boolean
  /** Whether P downloads the PDF. Off where another part of the page has the shortcut. */
  keys?: boolean
}

/** The evidence of a check: a PDF for people, and a signed pack that can be verified. */
export function EvidenceButtons({ id, createdAt, purgedAt, packs, keys = true }: EvidenceButtonsProps) {
  const t = useTranslations('evidence.menu')
  const pdf = () => downloadUrl(api.evidence('verifications', id, 'pdf'))
  const masked = useExportMasked(createdAt, purgedAt)
  useShortcut('p', () => (masked ? toast(t('tooOld')) : pdf()), {
    label: t('pdf'),
    inDialog: true,
    enabled: keys,
  })
  if (masked) return <p className="text-sm text-fg-muted">{t('tooOld')}</p>
  return (
    <>
      <Button icon="file-check-corner" keys={keys ? 'p' : undefined} onClick={pdf}>
        {t('pdf')}
      </Button>
      {packs && (
        <Button icon="package-check" onClick={() => downloadUrl(api.evidence('verifications', id, 'pack'))}>
          {t('pack')}
        </Button>
      )}
    </>
  )
}
