'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icons/icon'
import { Menu } from '@/components/ui/overlays/menu'
import { LIST_FORMATS, type ListFormat } from '@/lib/tables/table'

type ListMenuProps = { urlOf: (format: ListFormat) => string; label: string; small?: boolean }

/** Downloads a list as Excel or CSV. */
export function ListMenu({ urlOf, label, small = false }: ListMenuProps) {
  const t = useTranslations('exports.dialog')
  return (
    <Menu
      trigger={
        <Button icon="download" size={small ? 'sm' : undefined}>
          {label}
          <Icon name="chevron-down" />
        </Button>
      }
      items={LIST_FORMATS.map((format) => ({
        kind: 'link',
        label: t(format),
        icon: 'sheet',
        href: urlOf(format),
        download: true,
      }))}
    />
  )
}
