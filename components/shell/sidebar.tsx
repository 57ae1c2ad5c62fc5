'use client'
import { usePathname } from 'next/navigation'
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { type Destination, isCurrent } from '@/components/page/navigation'
import { useShell } from '@/components/page/page'
import { useNavWords } from '@/components/page/use-nav-words'
import { Icon } from '@/components/ui/icons/icon'
import { Link } from '@/components/ui/link'
import { useTooltip } from '@/components/ui/overlays/tooltip'
import { Kbd } from '@/components/ui/shortcuts/kbd'
import type { EnvironmentName } from '@/lib/http/paths'
import { CreditsMeter } from './credits-meter'
import { EnvironmentSwitch } from './environment-switch'
import { Logo } from './logo'
import type { AppShellProps } from './shell-props'
import { UserMenu } from './user-menu'

export type SidebarProps = Pick<AppShellProps, 'actor' | 'credits'> & {
  /** Numbers beside the navigation. */
  counts: { review?: number; unknown?: number /** percent of the running upload */; bulk?: number }
  items: Destination[]
  environment: EnvironmentName
}

/** The sidebar of wide screens. */
export function Sidebar(props: SidebarProps) {
  const t = useTranslations('shell')
  const { listeners, tooltip } = useTooltip()
  return (
    <aside
      className="sticky top-0 z-10 flex h-dvh flex-col gap-0.5 overflow-y-auto p-3 max-md:hidden print:hidden"
      aria-label={t('sidebar')}
      {...listeners}
    >
      <SidebarContent {...props} />
      <div className="hidden slim:contents">{tooltip}</div>
    </aside>
  )
}

/** The content of the sidebar and of the drawer on small screens. */
export function SidebarContent({ items, environment, actor, counts, credits }: SidebarProps) {
  const t = useTranslations('shell')
  const admin = items.filter((item) => item.admin)
  return (
    <>
      <div className="flex items-center gap-2.5 px-2 pt-1.5 pb-3 font-semibold text-fg slim:justify-center slim:px-0">
        <Logo />
        <span className="slim:sr-only">Accord</span>
      </div>
      <Jump />
      <nav aria-label={t('nav.label')} className="grid">
        {items
          .filter((item) => !item.admin)
          .map((item) => (
            <NavLink
              key={item.name}
              item={item}
              count={item.name === 'review' || item.name === 'unknown' ? counts[item.name] : undefined}
              percent={item.name === 'bulk' ? counts.bulk : undefined}
            />
          ))}
        {admin.length > 0 && (
          <h2 className="px-2 pt-3.5 pb-1 text-2xs leading-4 font-medium tracking-normal text-fg-subtle slim:sr-only">
            {t('nav.admin')}
          </h2>
        )}
        {admin.map((item) => (
          <NavLink key={item.name} item={item} />
        ))}
      </nav>
      <div className="flex-1" />
      {credits && <CreditsMeter {...credits} />}
      <EnvironmentSwitch environment={environment} />
      <UserMenu actor={actor} />
    </>
  )
}

/** Opens the command menu. */
function Jump() {
  const t = useTranslations('shell')
  const shell = useShell()
  return (
    <button
      type="button"
      className="jump slim:justify-center"
      aria-keyshortcuts="Control+K"
      onClick={shell?.openCommands}
    >
      <Icon name="search" />
      <span className="slim:sr-only">{t('jump')}</span>
      <span className="ml-auto slim:hidden">
        <Kbd keys="$mod+k" />
      </span>
    </button>
  )
}

type NavLinkProps = { item: Destination; count?: number; percent?: number }

function NavLink({ item, count, percent }: NavLinkProps) {
  const t = useNavWords()
  const bulk = useTranslations('bulk')
  const current = isCurrent(item, usePathname())
  return (
    <Link
      href={item.href}
      className="nav-link slim:justify-center slim:px-0"
      aria-current={current ? 'page' : undefined}
    >
      <Icon name={item.icon} />
      <span className="slim:sr-only">{t(item)}</span>
      {percent !== undefined && (
        <span className="num ml-auto flex items-center gap-1.5 text-xs leading-5 font-medium text-running-fg slim:sr-only">
          <i
            aria-hidden="true"
            className="nav-ring"
            style={{ '--percent': `${percent}%` } as CSSProperties}
          />
          {bulk('progress.percent', { percent: Math.floor(percent) })}
        </span>
      )}
      {count ? (
        <span className="num ml-auto text-xs leading-5 font-medium text-fg-muted slim:sr-only">{count}</span>
      ) : null}
    </Link>
  )
}
