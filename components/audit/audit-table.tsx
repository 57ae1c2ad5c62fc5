'use client'
import { useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/messages/skeleton'
import { Cell, EmptyRow, HeadCell, Row, RowHeader, Table, TableRegion } from '@/components/ui/table'
import type { AuditItem } from '@/lib/audit/view'
import { pages } from '@/lib/http/paths'
import { keyOr } from '@/lib/platform/language/keys'

const COLUMNS = 5

export function AuditTable({ items }: { items: AuditItem[] | undefined }) {
  const t = useTranslations('audit')
  return (
    <TableRegion label={t('title')}>
      <Table caption={t('title')}>
        <thead>
          <tr>
            <HeadCell aria-sort="descending">{t('column.time')}</HeadCell>
            <HeadCell>{t('column.who')}</HeadCell>
            <HeadCell>{t('column.action')}</HeadCell>
            <HeadCell className="max-md:hidden">{t('column.object')}</HeadCell>
            <HeadCell className="max-lg:hidden">{t('column.address')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {!items && <SkeletonRows columns={COLUMNS} rows={10} label={t('loading')} />}
          {items?.length === 0 && <EmptyRow columns={COLUMNS}>{t('none')}</EmptyRow>}
          {items?.map((item) => (
            <EntryRow key={item.seq} item={item} />
          ))}
        </tbody>
      </Table>
    </TableRegion>
  )
}

function EntryRow({ item }: { item: AuditItem }) {
  const t = useTranslations('audit')
  const { kind, name } = item.who
  return (
    <Row>
      <Cell quiet>
        <Time value={item.at} form="exact" className="num" />
      </Cell>
      <RowHeader className="text-left font-normal">{name ?? t(`who.${kind}`)}</RowHeader>
      <Cell>
        {t(keyOr(t, `action.${item.action}`, 'action.other'), { code: item.action })}
        {item.action === 'verification.revealed' && (
          <span className="block text-fg-muted">{String(item.details.reason)}</span>
        )}
      </Cell>
      <Cell mono className="max-md:hidden">
        <ObjectLink object={item.object} />
      </Cell>
      <Cell mono quiet className="max-lg:hidden">
        {item.address}
      </Cell>
    </Row>
  )
}

const LINKS: Record<string, (id: string) => string> = {
  verification: (id) => pages.historyItem('live', id),
  upload: (id) => pages.upload(id),
  review: (id) => pages.reviewItem('live', id),
}

/** `7b2c…e8d4`, linked where the object has a page. */
function ObjectLink({ object }: { object: AuditItem['object'] }) {
  if (!object) return null
  const short = object.id.length > 12 ? `${object.id.slice(0, 4)}…${object.id.slice(-4)}` : object.id
  const href = LINKS[object.type]?.(object.id)
  const words = <span title={object.id}>{short}</span>
  return href ? <Link href={href}>{words}</Link> : words
}
