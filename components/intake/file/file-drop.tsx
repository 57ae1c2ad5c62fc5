'use client'
import { useEffect, useRef } from 'react'
import { useDropzone } from 'react-dropzone'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icon'
import { FileInput } from './file-input'

type FileDropProps = {
  id: string
  /** the file is deleted after this many days */
  days: number
  onFiles: (files: File[]) => void
  /** One line high, when there is already a file. */
  small?: boolean
}

const PLACE =
  'grid content-center justify-items-center gap-2.5 rounded-lg border border-border-control border-dashed p-4 text-center data-over:border-2 data-over:border-accent data-over:border-solid data-over:bg-accent-soft'

/** A drop zone with a real file input, so that dropping is never the only way. */
export function FileDrop({ id, days, onFiles, small }: FileDropProps) {
  const t = useTranslations('intake')
  const { getRootProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => onFiles([...accepted, ...rejected.map(({ file }) => file)]),
  })
  const input = useRef<HTMLInputElement>(null)
  const early = useRef(onFiles)
  useEffect(() => {
    // a file that was chosen before hydration
    const files = [...(input.current?.files ?? [])]
    if (files.length > 0) early.current(files)
  }, [])
  return (
    <div
      {...getRootProps({ className: cx(PLACE, !small && 'min-h-[220px]') })}
      data-over={isDragActive || undefined}
    >
      <Icon name="file-spreadsheet" className={small ? 'hidden' : 'size-7 stroke-[1.6] text-fg-subtle'} />
      <p>{t('file.drop')}</p>
      <label
        className="btn relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        htmlFor={id}
      >
        {t('file.choose')}
        <FileInput
          ref={input}
          id={id}
          accept=".csv,.tsv,.txt,.xlsx,.xml"
          aria-describedby={`${id}-limits`}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            // allows choosing the same file again after it was corrected
            event.target.value = ''
          }}
        />
      </label>
      <p id={`${id}-limits`} className="text-sm leading-5 text-fg-muted">
        {t('file.limits', { days })}
      </p>
    </div>
  )
}
