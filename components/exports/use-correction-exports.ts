'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { MenuItem } from '@/components/ui/overlays/menu-props'
import { api } from '@/lib/http/paths'
import { LIST_FORMATS } from '@/lib/tables/table'
import type { UploadView } from '@/lib/uploads/view'

/**
 * The entries of the Export menu for corrected names, with how many rows have one, how many of them the corrected file
 * leaves alone, and how many were not approved; none when no name was corrected. `readable`: the original can be written
 * again. `onColumns` opens the columns of the list.
 */
export function useCorrectionExports(
  upload: UploadView,
  readable: boolean,
  onColumns: () => void,
): MenuItem[] {
  const t = useTranslations('exports.corrections')
  const layout = useTranslations('exports.changesLayout')
  const format = useFormatter()
  const { corrected, edited, notApproved, cut, cutRows, nameCap } = upload.corrections
  if (corrected === 0) return []
  const file = (label: 'file' | 'fileWith', format: 'corrected' | 'corrected&with=decisions'): MenuItem => ({
    kind: 'link',
    label: t(label),
    icon: 'file-spreadsheet',
    href: api.uploadExport(upload.id, format),
    download: true,
  })
  const hasFile = upload.original && readable && corrected > edited
  const hasColumns = !/\.xml$/i.test(upload.fileName)
  const files = [
    file('file', 'corrected'),
    ...(hasColumns ? [file('fileWith', 'corrected&with=decisions')] : []),
  ]
  const rows = cutRows.map((row) => format.number(row)).join(', ')
  const cuts: MenuItem = {
    kind: 'label',
    label: t('cut', {
      n: cut,
      cap: nameCap?.characters ?? 0,
      by: nameCap?.fromProfile ? 'profile' : 'default',
      rows: cut > cutRows.length ? `${rows}, …` : rows,
    }),
  }
  const lists = LIST_FORMATS.map(
    (as): MenuItem => ({
      kind: 'link',
      label: t(as),
      icon: 'sheet',
      href: api.uploadChanges(upload.id, as),
      download: true,
    }),
  )
  return [
    { kind: 'line' },
    { kind: 'label', label: t('counts', { corrected, edited, notApproved }) },
    ...(hasFile ? files : []),
    ...(hasFile && cut > 0 ? [cuts] : []),
    ...lists,
    { label: layout('open'), icon: 'columns-3', onSelect: onColumns },
    { kind: 'line' },
  ]
}
