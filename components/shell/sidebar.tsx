'use client'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { type CSSProperties, Suspense, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { type Destination, isCurrent } from '@/components/page/navigation'
import { useShell } from '@/components/page/page'
import { useNavWords } from '@/components/page/use-nav-words'
import { Icon } from '@/components/ui/icons/icon'
import { loadWithRetry } from '@/components/ui/lazy'
import { Link } from '@/components/ui/link'
import { Kbd } from '@/components/ui/shortcuts/kbd'
import type { EnvironmentName } from '@/lib/http/paths'
import { CreditsMeter } from './credits-meter'
import { EnvironmentSwitch } from './environment-switch'
import { Logo } from './logo'
import type { AppShellProps } from './shell-props'
import { UserMenu } from './user-menu'

/** Only a sidebar of icons has tooltips. */
const Tooltip = dynamic(() =>
  loadWithRetry(() => import('@/components/ui/overlays/tooltip').then((part) => part.Tooltip)),
)

export type SidebarProps = Pick<AppShellProps, 'actor' | 'credits'> & {
  /** Numbers beside the navigation. */
  counts: { review?: number; unknown?: number /** percent of the running upload */; bulk?: number }
  items: Destination[]
  environment: EnvironmentName
}

/** The sidebar of wide screens. */
export function Sidebar({ slim, ...rest }: SidebarProps & { slim: boolean }) {
  const t = useTranslations('shell')
  return (
    <aside
      className="sticky top-0 flex h-dvh flex-col gap-0.5 overflow-y-auto p-3 max-md:hidden print:hidden"
      aria-label={t('sidebar')}
    >
      <SidebarContent {...rest} icons={useNarrow() || slim} />
    </aside>
  )
}

/** The content of the sidebar and of the drawer on small screens. */
export function SidebarContent({
  items,
  environment,
  actor,
  counts,
  credits,
  icons,
}: SidebarProps & { icons: boolean }) {
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
              icons={icons}
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
          <NavLink key={item.name} item={item} icons={icons} />
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

type NavLinkProps = { item: Destination; icons: boolean; count?: number; percent?: number }

function NavLink({ item, icons, count, percent }: NavLinkProps) {
  const t = useNavWords()
  const bulk = useTranslations('bulk')
  const current = isCurrent(item, usePathname())
  const link = (
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
  if (!icons) return link
  return (
    <Suspense fallback={link}>
      <Tooltip text={t(item)}>{link}</Tooltip>
    </Suspense>
  )
}

const QUERY = '(min-width: 51.25rem) and (max-width: 79.99rem)'
const subscribe = (changed: () => void) => {
  const media = window.matchMedia(QUERY)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** True between 820 and 1280 px, where the sidebar always shows icons. */
const useNarrow = () =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  )
