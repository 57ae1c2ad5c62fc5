'use client'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { Drawer } from '@/components/ui/overlays/dialog'
import { useOnChange } from '@/components/ui/use-on-change'
import { SidebarContent, type SidebarProps } from './sidebar'

/** The sidebar as a drawer below 820 px. Closes when a page is chosen. */
export function MenuDrawer({
  open,
  onClose,
  ...rest
}: SidebarProps & { open: boolean; onClose: () => void }) {
  const t = useTranslations('shell')
  useOnChange(usePathname(), onClose)
  return (
    <Drawer left open={open} onClose={onClose} title={t('menu')}>
      <div className="flex h-full flex-col gap-0.5">
        <SidebarContent {...rest} />
      </div>
    </Drawer>
  )
}
