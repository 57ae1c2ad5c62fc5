'use client'
import { usePathname } from 'next/navigation'
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink, IconButton } from '@/components/ui/button'
import { Icon } from '@/components/ui/icons/icon'
import { Link } from '@/components/ui/link'
import { openShortcuts } from '@/components/ui/shortcuts/shortcuts-dialog'
import type { Role } from '@/lib/auth/roles'
import { pages } from '@/lib/http/paths'
import { useEnvironment } from './environment'
import { type ErrorNoticeProps, useErrorNotice } from './error-notice'
import { HeaderBar } from './header-bar'
import { Notice, type NoticeProps } from './notice'

/** What a page can set in the frame around it. Without a frame it does nothing. */
export const ShellContext = createContext<{ openMenu: () => void; openCommands: () => void } | null>(null)
export const useShell = () => useContext(ShellContext)

type Crumb = { label: string; href?: string }
type PageProps = {
  /** The parents of this page. A crumb without `href` is this page, when its heading differs. */
  breadcrumb?: Crumb[]
  /** Next to the breadcrumb: the steps of a wizard. */
  beside?: ReactNode
  /** Buttons of the page, in the top bar; use `size="sm"` and `compact`. */
  actions?: ReactNode
  /** The heading. Omit it when the page renders its own h1. */
  title?: ReactNode
  /** Beside the heading: a chip. */
  status?: ReactNode
  /** Small lines under the heading. */
  meta?: ReactNode
  /** What changes the record on this page, to the right of its heading. */
  headActions?: ReactNode
  children?: ReactNode
}

/** One page in the frame: top bar with breadcrumb and actions, heading, content. The content sets its own padding. */
export function Page({ breadcrumb = [], beside, actions, children, ...head }: PageProps) {
  return (
    <>
      <TopBar breadcrumb={breadcrumb} beside={beside} actions={actions} />
      <main id="main" tabIndex={-1}>
        {head.title && <PageHead {...head} />}
        {children}
      </main>
    </>
  )
}

type TopBarProps = Pick<PageProps, 'beside' | 'actions'> & { breadcrumb: Crumb[] }

function TopBar({ breadcrumb, beside, actions }: TopBarProps) {
  const t = useTranslations('shell')
  const shell = useShell()
  return (
    <HeaderBar>
      <IconButton
        className="-ml-2 md:hidden"
        label={t('openMenu')}
        icon="panel-left"
        onClick={shell?.openMenu}
      />
      {breadcrumb.length > 0 && (
        <nav aria-label={t('breadcrumb')} className="min-w-0">
          <ol className="flex min-w-0 items-center gap-1.5 text-fg-subtle">
            {breadcrumb.map((crumb, index) => (
              <Step key={crumb.label} crumb={crumb} first={index === 0} />
            ))}
          </ol>
        </nav>
      )}
      {beside}
      <div className="ml-auto flex items-center gap-2">
        <Button variant="ghost" size="sm" icon="keyboard" keys="?" compact onClick={openShortcuts}>
          {t('shortcuts')}
        </Button>
        {actions}
      </div>
    </HeaderBar>
  )
}

function Step({ crumb, first }: { crumb: Crumb; first: boolean }) {
  return (
    <li className={crumb.href ? 'flex flex-none items-center gap-1.5' : 'flex min-w-0 items-center gap-1.5'}>
      {!first && <Icon name="chevron-right" className="size-3.5 flex-none" />}
      {crumb.href ? (
        <Link href={crumb.href} className="text-fg-muted">
          {crumb.label}
        </Link>
      ) : (
        <span className="truncate font-[550] text-fg" aria-current="page">
          {crumb.label}
        </span>
      )}
    </li>
  )
}

function PageHead({
  title,
  status,
  meta,
  headActions,
}: Omit<PageProps, 'breadcrumb' | 'beside' | 'actions' | 'children'>) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 px-6 pt-6 max-md:px-4 max-md:pt-4">
      <div className="min-w-0 flex-[1_1_16rem]">
        <div className="flex flex-wrap items-center gap-2.5">
          <h1 className="text-xl wrap-anywhere">{title}</h1>
          {status}
        </div>
        {meta && (
          <div className="mt-1 flex flex-wrap gap-x-3.5 gap-y-1.5 text-sm text-fg-muted *:min-w-0 *:wrap-anywhere">
            {meta}
          </div>
        )}
      </div>
      {headActions && <div className="flex flex-wrap gap-2">{headActions}</div>}
    </div>
  )
}

// Replacements for a page. Every page needs these too, so they are in the shared chunk.

function NoticePage(props: NoticeProps) {
  return (
    <Page>
      <Notice {...props} />
    </Page>
  )
}

/** 404 of a record, identical for one that never existed, belongs to somebody else, or was deleted. */
export function RecordNotFound() {
  const t = useTranslations('shell.notFound')
  const environment = useEnvironment()
  return (
    <NoticePage
      title={t('recordTitle')}
      text={t('record')}
      action={<ButtonLink href={pages.history(environment)}>{t('history')}</ButtonLink>}
    />
  )
}

const requiredRole = (pathname: string): Role => {
  if (pathname.startsWith('/admin')) return 'admin'
  return pathname.includes('/review') ? 'reviewer' : 'analyst'
}

/** 403: what is missing, and who can grant it. */
export function ForbiddenPage() {
  const t = useTranslations('shell')
  const environment = useEnvironment()
  const role = t(`role.${requiredRole(usePathname())}`)
  return (
    <NoticePage
      title={t('forbidden.title')}
      text={t('forbidden.text', { role })}
      action={<ButtonLink href={pages.home(environment)}>{t('toHome')}</ButtonLink>}
    />
  )
}

/** A page that failed inside the frame. */
export function ErrorPage(props: ErrorNoticeProps) {
  return <NoticePage {...useErrorNotice(props)} />
}
