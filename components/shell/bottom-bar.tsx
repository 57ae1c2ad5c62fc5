'use client'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { type Destination, isCurrent } from '@/components/page/navigation'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'

/** The main pages at the bottom of small screens. */
export function BottomBar({ items }: { items: Destination[] }) {
  const t = useTranslations('shell.nav')
  const pathname = usePathname()
  return (
    <nav aria-label={t('compact')} className="bottom-bar">
      {items
        .filter((item) => !item.admin)
        .map((item) => (
          <Link
            key={item.name}
            href={item.href}
            aria-current={isCurrent(item, pathname) ? 'page' : undefined}
          >
            <Icon name={item.icon} />
            {t(item.name)}
          </Link>
        ))}
    </nav>
  )
}
