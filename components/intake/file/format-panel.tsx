'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { Opened } from '@/components/intake/protocol'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/input'
import type { TableOptions } from '@/lib/tables/table'
import { DELIMITERS, ENCODINGS, type Encoding } from '@/lib/tables/text/choices'
import { delimiterName } from './file-line'
import { FileNotes } from './file-notes'
import { FilePreview } from './preview'

type FormatPanelProps = { opened: Opened; onChange: (options: TableOptions) => void }

/** The detected format; each change reads the file again immediately. */
export function FormatPanel({ opened, onChange }: FormatPanelProps) {
  const t = useTranslations('intake')
  const id = useId()
  const { format, sheets } = opened
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-md">
        {t('found.title')}
      </h2>
      {format !== 'payments' && (
        <div className="grid fit-[180px] max-w-[760px] gap-3">
          {format === 'text' && <TextSelects opened={opened} onChange={onChange} />}
          {sheets.length > 1 && (
            <Field label={t('found.sheet')}>
              <Select
                scale="sm"
                value={opened.sheet ?? ''}
                onChange={({ target }) => onChange({ sheet: target.value, headerRow: undefined })}
                options={sheets.map((value) => ({ value, label: value }))}
              />
            </Field>
          )}
          <HeaderSelect opened={opened} onChange={onChange} />
        </div>
      )}
      <FileNotes notes={opened.notes} />
      <FilePreview opened={opened} />
    </section>
  )
}

function TextSelects({ opened, onChange }: FormatPanelProps) {
  const t = useTranslations('intake')
  const { encoding, bom, delimiter, garbled } = opened
  const delimiters = [...new Set<string>([...DELIMITERS, delimiter])]
  const nameOf = (value: Encoding) => (bom && value === 'utf-8' && encoding === value ? 'utf-8-bom' : value)
  return (
    <>
      <Field label={t('found.encoding')} hint={garbled ? t('found.garbled') : undefined}>
        <Select
          scale="sm"
          value={encoding}
          onChange={(event) => onChange({ encoding: event.target.value })}
          options={ENCODINGS.map((value) => ({ value, label: t(`encoding.${nameOf(value)}`) }))}
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
    </>
  )
}

function HeaderSelect({ opened, onChange }: FormatPanelProps) {
  const t = useTranslations('intake')
  const { headerRow, headerLines } = opened
  const choose = ({ target }: { target: HTMLSelectElement }) =>
    onChange({ headerRow: target.value === 'none' ? null : Number(target.value) })
  return (
    <Field label={t('found.header')}>
      <Select
        scale="sm"
        value={headerRow ?? 'none'}
        onChange={choose}
        options={[
          ...headerLines.map((line) => ({ value: String(line), label: t('found.headerRow', { line }) })),
          { value: 'none', label: t('found.noHeader') },
        ]}
      />
    </Field>
  )
}
