'use client'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { type Destination, isCurrent } from '@/components/page/navigation'
import { Icon } from '@/components/ui/icons/icon'
import { Link } from '@/components/ui/link'

export function BottomBar({ items }: { items: Destination[] }) {
  const t = useTranslations('shell.nav')
  const pathname = usePathname()
  return (
    <nav
      aria-label={t('compact')}
      className="sticky bottom-0 z-5 hidden auto-cols-[minmax(0,1fr)] grid-flow-col border-t border-border bg-surface px-0.5 pt-1.5 pb-2 max-md:grid short:static print:hidden"
    >
      {items
        .filter((item) => !item.admin)
        .map((item) => (
          <Link
            key={item.name}
            href={item.href}
            className="flex flex-col items-center gap-1 rounded-md py-1 text-center text-2xs font-medium tracking-tighter wrap-anywhere sm:tracking-normal text-fg-muted no-underline aria-[current]:text-fg forced-colors:aria-[current]:outline-2 forced-colors:aria-[current]:-outline-offset-2 forced-colors:aria-[current]:outline-[Highlight]"
            aria-current={isCurrent(item, pathname) ? 'page' : undefined}
          >
            <Icon name={item.icon} className="size-5" />
            {t(item.name)}
          </Link>
        ))}
    </nav>
  )
}
