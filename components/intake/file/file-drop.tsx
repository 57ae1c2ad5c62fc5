'use client'
import { useEffect, useRef } from 'react'
import { useDropzone } from 'react-dropzone'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icon'

type FileDropProps = {
  id: string
  /** the file is deleted after this many days */
  days: number
  onFiles: (files: File[]) => void
  /** One line high: a file is there already. */
  small?: boolean
}

/** A place to drop a file, and a real file input: dropping is never the only way. */
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
    // a file that was chosen before the page was alive
    const files = [...(input.current?.files ?? [])]
    if (files.length > 0) early.current(files)
  }, [])
  return (
    <div
      {...getRootProps({ className: cx('file-drop', small && 'file-drop-small') })}
      data-over={isDragActive || undefined}
    >
      <Icon name="file-spreadsheet" />
      <p>{t('file.drop')}</p>
      <label className="btn" htmlFor={id}>
        {t('file.choose')}
        <input
          ref={input}
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.xml"
          className="file-input"
          aria-describedby={`${id}-limits`}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            // the same file can be chosen again after it was corrected
            event.target.value = ''
          }}
        />
      </label>
      <p id={`${id}-limits`} className="file-limits">
        {t('file.limits', { days })}
      </p>
    </div>
  )
}
