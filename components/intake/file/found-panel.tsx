'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/input'
import type { TableOptions } from '@/lib/tables/read'
import { DELIMITERS } from '@/lib/tables/text/delimiter'
import { ENCODINGS } from '@/lib/tables/text/encoding'
import type { Opened } from '../protocol'
import { Preview } from './preview'

/** Names of delimiters in the message files, which cannot hold the signs themselves. */
const DELIMITER_NAMES: Record<string, string> = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'pipe' }
export const delimiterName = (delimiter: string) => DELIMITER_NAMES[delimiter] ?? 'other'

/** File, rows, encoding and separator in one line. */
export function FileLine({ opened }: { opened: Opened }) {
  const t = useTranslations('intake')
  const { fileName, rows, encoding, delimiter } = opened
  return (
    <span className="wrap-anywhere">
      {t('line', {
        fileName,
        rows,
        encoding: t(`encoding.${encoding}`),
        delimiter: t(`delimiter.${delimiterName(delimiter)}`),
      })}
    </span>
  )
}

type FoundPanelProps = { opened: Opened; onChange: (options: TableOptions) => void }

/** How the file was read; each choice reads it again at once. */
export function FoundPanel({ opened, onChange }: FoundPanelProps) {
  const t = useTranslations('intake')
  const id = useId()
  const { encoding, bom, delimiter, headerRow, headerLines, garbled } = opened
  const delimiters = [...new Set<string>([...DELIMITERS, delimiter])]
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id}>{t('found.title')}</h2>
      <div className="found-selects">
        <Field label={t('found.encoding')} hint={garbled ? t('found.garbled') : undefined}>
          <Select
            scale="sm"
            value={encoding}
            onChange={(event) => onChange({ encoding: event.target.value })}
            options={ENCODINGS.map((value) => ({
              value,
              label: t(
                bom && value === 'utf-8' && encoding === value ? 'encoding.utf-8-bom' : `encoding.${value}`,
              ),
            }))}
          />
        </Field>
        <Field label={t('found.separator')}>
          <Select
            scale="sm"
            value={delimiter}
            onChange={(event) => onChange({ delimiter: event.target.value, headerRow: undefined })}
            options={delimiters.map((value) => ({ value, label: t(`delimiter.${delimiterName(value)}`) }))}
          />
        </Field>
        <Field label={t('found.header')}>
          <Select
            scale="sm"
            value={headerRow ?? 'none'}
            onChange={({ target }) =>
              onChange({ headerRow: target.value === 'none' ? null : Number(target.value) })
            }
            options={[
              ...headerLines.map((line) => ({ value: String(line), label: t('found.headerRow', { line }) })),
              { value: 'none', label: t('found.noHeader') },
            ]}
          />
        </Field>
      </div>
      <Preview opened={opened} />
    </section>
  )
}
