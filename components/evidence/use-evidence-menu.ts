'use client'
import { useTranslations } from 'use-intl'
import type { MenuItem } from '@/components/ui/menu-props'
import { api } from '@/lib/http/paths'

/** The entries of the Export menu that prove an upload. */
export function useEvidenceMenu(uploadId: string): MenuItem[] {
  const t = useTranslations('evidence.menu')
  return (['pdf', 'pack'] as const).map((form) => ({
    kind: 'link',
    label: t(form),
    icon: form === 'pdf' ? 'file-check-corner' : 'package-check',
    href: api.evidence('uploads', uploadId, form),
    download: true,
  }))
}
