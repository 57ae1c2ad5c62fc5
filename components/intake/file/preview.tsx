'use client'
import { useTranslations } from 'use-intl'
import { Cell, HeadCell, Table, TableRegion } from '@/components/ui/table'
import { looksGarbled } from '@/lib/tables/garbled'
import type { FirstRows, Opened } from '../protocol'

/** The most columns to show; they only help to see that the delimiter is right. */
const MOST = 24

/** The first rows as they were read; cells that show a wrong encoding and rows with known errors are marked. */
export function FilePreview({ opened, rows = [] }: { opened: Opened; rows?: FirstRows['rows'] }) {
  const t = useTranslations('intake')
  const { preview, columns } = opened
  const shown = columns.slice(0, MOST)
  return (
    <TableRegion label={t('found.preview')} className="rounded-md border border-border">
      <Table caption={t('found.preview')} full={false}>
        <thead>
          <tr>
            {shown.map(({ index, header }) => (
              <HeadCell key={index}>{header || t('column.unnamed', { n: index + 1 })}</HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a preview have no other name
            <tr key={row} className={rows[row]?.problems.length ? 'text-nomatch-fg' : undefined}>
              {shown.map(({ index }) => (
                <Cell key={index}>
                  <Text text={cells[index] ?? ''} />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableRegion>
  )
}

function Text({ text }: { text: string }) {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return looksGarbled(text) ? (
    <mark className="bg-close-soft text-close-fg underline decoration-wavy">{short}</mark>
  ) : (
    short
  )
}
