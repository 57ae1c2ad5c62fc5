'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Drawer } from '@/components/ui/overlays/dialog'
import { SidebarContent, type SidebarProps } from './sidebar'

/** The sidebar as a drawer below 820 px. Closes when a page is chosen. */
export function MenuDrawer({
  open,
  onClose,
  ...rest
}: SidebarProps & { open: boolean; onClose: () => void }) {
  const t = useTranslations('shell')
  const pathname = usePathname()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    onClose()
  }, [pathname, onClose])
  return (
    <Drawer left open={open} onClose={onClose} title={t('menu')}>
      <div className="flex h-full flex-col gap-0.5">
        <SidebarContent {...rest} icons={false} />
      </div>
    </Drawer>
  )
}
