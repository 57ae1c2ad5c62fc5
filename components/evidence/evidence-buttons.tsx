'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useShortcut } from '@/components/ui/shortcut'
import { explain } from '@/components/ui/toast'
import { api } from '@/lib/http/paths'
import { useExportMasked } from './export-age'
import { saveFrom } from './save-from'

type EvidenceButtonsProps = {
  /** The check that is proven. */
  id: string
  createdAt: string
  purgedAt?: string | null
  /** The pack holds names and IBANs: not for people who see them masked. */
  packs: boolean
  /** P saves the PDF. Off where another part of the page takes it. */
  keys?: boolean
}

/** The evidence of a check: a PDF for people, a signed pack for whoever must be able to check it. */
export function EvidenceButtons({ id, createdAt, purgedAt, packs, keys = true }: EvidenceButtonsProps) {
  const t = useTranslations('evidence.menu')
  const pdf = () => saveFrom(api.evidence('verifications', id, 'pdf'))
  const masked = useExportMasked(createdAt, purgedAt)
  useShortcut('p', () => (masked ? explain(t('tooOld')) : pdf()), {
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
        <Button icon="package-check" onClick={() => saveFrom(api.evidence('verifications', id, 'pack'))}>
          {t('pack')}
        </Button>
      )}
    </>
  )
}
