'use client'
import { useTranslations } from 'use-intl'
import type { MenuItem } from '@/components/ui/overlays/menu-props'
import { api } from '@/lib/http/paths'

/** The evidence entries of an upload's Export menu. `masked`: too old for files that cannot be masked. */
export function useEvidenceMenu(uploadId: string, masked: boolean): MenuItem[] {
  const t = useTranslations('evidence.menu')
  if (masked) return [{ label: t('uploadTooOld'), icon: 'package-check', disabled: true, onSelect: () => {} }]
  return (['pdf', 'pack'] as const).map((form) => ({
    kind: 'link',
    label: t(form),
    icon: form === 'pdf' ? 'file-check-corner' : 'package-check',
    href: api.evidence('uploads', uploadId, form),
    download: true,
  }))
}
