'use client'
import { useTranslations } from 'use-intl'
import { TextButton } from '@/components/ui/button'
import { saveBlob } from '../rows/save-text'

type Link = { label: string; name: string; make: () => Blob | Promise<Blob> }

/** Files that the page makes itself and hands out, named by what they are for. */
function FileLinks({ label, links }: { label: string; links: Link[] }) {
  return (
    <p className="file-limits">
      {label}:{' '}
      {links.map((link, index) => (
        <span key={link.name}>
          {index > 0 && ' · '}
          <TextButton onClick={async () => saveBlob(link.name, await link.make())}>
            <span className="sr-only">{label}</span> {link.label}
          </TextButton>
        </span>
      ))}
    </p>
  )
}

/** A file to fill in, for people who start from nothing, and files to try. */
export function ReadyFiles() {
  const t = useTranslations('intake.file')
  const template = useTranslations('intake.template')
  const words = (key: string) => template(key)
  const file = template('file')
  return (
    <>
      <FileLinks
        label={t('template')}
        links={[
          {
            label: t('templateCsv'),
            name: `${file}.csv`,
            make: async () => (await import('./template')).templateCsv(words),
          },
          {
            label: t('templateXlsx'),
            name: `${file}.xlsx`,
            make: async () => (await import('./template')).templateXlsx(words),
          },
        ]}
      />
      <FileLinks
        label={t('sample')}
        links={[
          {
            label: t('sampleCsv'),
            name: 'accord-sample.csv',
            make: async () => (await import('./sample')).sampleCsv(),
          },
          {
            label: t('templateXlsx'),
            name: 'accord-sample.xlsx',
            make: async () => (await import('./sample')).sampleXlsx(),
          },
          {
            label: t('samplePayments'),
            name: 'accord-sample.xml',
            make: async () => (await import('./sample')).samplePayments(),
          },
        ]}
      />
    </>
  )
}
