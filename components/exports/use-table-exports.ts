'use client'
import { useTranslations } from 'use-intl'
import type { MenuItem } from '@/components/ui/overlays/menu-props'
import { api } from '@/lib/http/paths'
import { TABLE_FORMATS } from '@/lib/tables/table'

const ICONS = { xlsx: 'sheet', csv: 'sheet', json: 'braces' } as const

/** The entries of the Export menu for all rows of an upload as a table in our own format. */
export function useTableExports(uploadId: string): MenuItem[] {
  const t = useTranslations('exports.menu')
  return TABLE_FORMATS.map((format) => ({
    kind: 'link',
    label: t(format),
    icon: ICONS[format],
    href: api.uploadTable(uploadId, format),
    download: true,
  }))
}
