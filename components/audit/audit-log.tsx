'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { KeyLine } from '@/components/evidence/key-line'
import { useCursorPages } from '@/components/live/use-cursor-pages'
import { useUrlState } from '@/components/live/use-url-state'
import { Page } from '@/components/page/page'
import { Button } from '@/components/ui/button'
import { Banner } from '@/components/ui/messages/banner'
import { useChangeAnnouncement } from '@/components/ui/messages/use-change-announcement'
import { Menu } from '@/components/ui/overlays/menu'
import { Pager } from '@/components/ui/pager'
import type { ChainVerdict } from '@/lib/audit/view'
import { adminApi } from '@/lib/http/admin-paths'
import type { PersonView } from '@/lib/platform/person'
import { AuditFilterBar } from './audit-filter-bar'
import { AuditTable } from './audit-table'
import { ChainLine } from './chain-line'
import { auditQuery } from './queries'
import { type AuditParameters, auditAsk, auditFilters, auditParsers } from './url'

type AuditLogProps = {
  people: PersonView[]
  verdict: ChainVerdict | null
  all: boolean
  /** fingerprint of the key that signs evidence */
  fingerprint: string | null
}

/** Everything that people and the program did, newest first. Read only. */
export function AuditLog({ people, verdict, all, fingerprint }: AuditLogProps) {
  const t = useTranslations('audit')
  const [given, set] = useUrlState(auditParsers, 'push')
  const page = useQuery(auditQuery(auditAsk(given)))
  const count = page.isPlaceholderData ? undefined : page.data?.items.length
  useChangeAnnouncement(auditFilters(given), count === undefined ? null : t('found', { count }))
  const filter = (next: Partial<AuditParameters>) => {
    set({ ...next, after: null })
  }
  const { newer, older } = useCursorPages({
    after: given.after,
    next: page.data?.nextCursor,
    go: (after) => set({ after }),
  })
  return (
    <Page
      title={t('title')}
      meta={t(all ? 'lead' : 'own')}
      actions={all && <ExportMenu filters={auditFilters(given)} />}
    >
      {all && <ChainLine last={verdict} />}
      {all && <KeyLine fingerprint={fingerprint} />}
      <AuditFilterBar given={given} people={people} onChange={filter} />
      {page.isError && (
        <Banner kind="error" className="mx-6 mb-3 max-md:mx-4">
          {t('loadFailed')}
        </Banner>
      )}
      <AuditTable items={page.data?.items} />
      <Pager newer={newer} older={older} busy={page.isPlaceholderData} />
    </Page>
  )
}

function ExportMenu({ filters }: { filters: Record<string, string> }) {
  const t = useTranslations('audit.export')
  const href = (format: string) => `${adminApi.auditExport}?${new URLSearchParams({ ...filters, format })}`
  return (
    <Menu
      trigger={
        <Button size="sm" icon="download" compact>
          {t('button')}
        </Button>
      }
      items={[
        { kind: 'label', label: t('note') },
        { kind: 'link', label: t('csv'), href: href('csv'), download: true },
        { kind: 'link', label: t('jsonl'), href: href('jsonl'), download: true },
      ]}
    />
  )
}
