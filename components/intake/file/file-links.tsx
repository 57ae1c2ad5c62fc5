'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { TextButton } from '@/components/ui/button'

type Choice = { label: string; file: string }

/** Links to files in the folder public, on one line. */
function FileLinks(props: {
  label: string
  files: Choice[]
  link: (file: Choice, name: ReactNode) => ReactNode
}) {
  const { label, files, link } = props
  return (
    <p className="text-sm leading-5 text-fg-muted">
      {label}:{' '}
      {files.map((one, index) => (
        <span key={one.file}>
          {index > 0 && ' · '}
          {link(
            one,
            <>
              <span className="sr-only">{label}</span> {one.label}
            </>,
          )}
        </span>
      ))}
    </p>
  )
}

/** @throws when the request fails */
async function sampleFile(name: string): Promise<File> {
  const answer = await fetch(`/samples/${name}`, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return new File([await answer.blob()], name)
}

/** A template to fill in, and sample files, which open in the wizard. */
export function ReadyFiles(props: { onSample: (file: File) => void; onFailure: () => void }) {
  const t = useTranslations('intake.file')
  const template = t('templateName')
  const tryOut = (name: string) => sampleFile(name).then(props.onSample, props.onFailure)
  return (
    <>
      <FileLinks
        label={t('template')}
        files={[
          { label: t('templateCsv'), file: `${template}.csv` },
          { label: t('templateXlsx'), file: `${template}.xlsx` },
        ]}
        link={({ file }, name) => (
          <a className="btn-link inline-block" href={`/templates/${file}`} download={file}>
            {name}
          </a>
        )}
      />
      <FileLinks
        label={t('sample')}
        files={[
          { label: t('sampleCsv'), file: 'accord-sample.csv' },
          { label: t('templateXlsx'), file: 'accord-sample.xlsx' },
          { label: t('samplePayments'), file: 'accord-sample.xml' },
        ]}
        link={({ file }, name) => <TextButton onClick={() => tryOut(file)}>{name}</TextButton>}
      />
    </>
  )
}
