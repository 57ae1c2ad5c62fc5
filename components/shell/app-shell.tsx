'use client'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useLayoutEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUnknownAttemptCount } from '@/components/attempts/use-unknown-attempts'
import { SessionEnded } from '@/components/live/session-ended'
import { useEnvironment } from '@/components/page/environment'
import { destinations } from '@/components/page/navigation'
import { ShellContext } from '@/components/page/page'
import type { AppShellProps } from '@/components/shell/shell-props'
import { loadWithRetry, useEverOpen } from '@/components/ui/lazy'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { ShortcutsDialog } from '@/components/ui/shortcuts/shortcuts-dialog'
import { useOnChange } from '@/components/ui/use-on-change'
import { useRunningPercent } from '@/components/uploads/list/running'
import { forgetOthers } from '@/components/users/sign-out'
import { StepUp } from '@/components/users/step-up'
import { ShellBanners } from './banners'
import { BottomBar } from './bottom-bar'
import { GoShortcuts } from './go-shortcuts'
import { MenuDrawer } from './menu-drawer'
import { SessionExpiry } from './session-expiry'
import { Sidebar } from './sidebar'
import { useCredits } from './use-credits'
import { useReviewCount } from './use-review-count'

const CommandMenu = dynamic(
  () => loadWithRetry(() => import('@/components/command/command-menu').then((part) => part.CommandMenu)),
  { ssr: false },
)

/**
 * The frame of every page behind the sign-in: sidebar, strips, sheet, bottom bar, shortcuts. A page fills it with
 * `Page`.
 */
export function AppShell({
  slim: given = false,
  demo,
  workerHeard,
  decidesFrom,
  places,
  children,
  ...rest
}: AppShellProps) {
  const t = useTranslations('shell')
  const environment = useEnvironment()
  const [slim, setSlim] = useState(given)
  const [menu, setMenu] = useState(false)
  // before an effect of a page reads what the tab has kept
  useLayoutEffect(() => forgetOthers(rest.actor.id), [rest.actor.id])
  const unknown = useUnknownAttemptCount(rest.actor.roles)
  const items = destinations(places, environment, unknown)
  const toggle = () => {
    setSlim(!slim)
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari
    document.cookie = `sidebar=${slim ? 'wide' : 'slim'}; path=/; max-age=31536000; samesite=lax`
  }
  useShortcut('[', toggle, { label: t('collapse'), group: 'everywhere' })
  const pathname = usePathname()
  useHeadingFocus(pathname)
  const command = useCommand(t('command'))
  const running = useRunningPercent()
  const counts = {
    unknown,
    review: useReviewCount(rest.actor.roles, environment),
    bulk: rest.actor.roles.includes('analyst') ? running : undefined,
  }
  const credits = useCredits(rest.credits)
  const parts = { ...rest, items, environment, counts, credits }
  return (
    <ShellContext value={{ openMenu: () => setMenu(true), openCommands: command.show }}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <div className="app" data-slim={slim}>
        <Sidebar {...parts} />
        <div className="sheet">
          <ShellBanners
            demo={demo}
            environment={environment}
            workerHeard={workerHeard}
            decidesFrom={decidesFrom}
          />
          {children}
          <BottomBar items={items} />
        </div>
      </div>
      <MenuDrawer {...parts} open={menu} onClose={() => setMenu(false)} />
      <GoShortcuts items={items} roles={rest.actor.roles} environment={environment} />
      <ShortcutsDialog />
      {command.ever && (
        <CommandMenu
          open={command.open}
          onClose={command.hide}
          items={items}
          roles={rest.actor.roles}
          environment={environment}
        />
      )}
      {/* it ends with the page that asks for it */}
      <StepUp key={pathname} />
      <SessionExpiry userId={rest.actor.id} />
      <SessionEnded />
    </ShellContext>
  )
}

/** The command menu, opened by its shortcut or a button; it stays mounted after its first use. */
function useCommand(label: string) {
  const [open, setOpen] = useState(false)
  const show = () => setOpen(true)
  useShortcut('$mod+k', show, { label, group: 'everywhere' })
  return { open, ever: useEverOpen(open), show, hide: () => setOpen(false) }
}

/** After navigation the focus moves to the heading, unless the page has moved it itself. */
function useHeadingFocus(pathname: string) {
  useOnChange(pathname, () => {
    const main = document.getElementById('main')
    const active = document.activeElement
    // a late navigation must not close a menu that was opened meanwhile
    if ((active !== main && main?.contains(active)) || active?.closest('[role=dialog][data-state=open]'))
      return
    const heading = main?.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  })
}
