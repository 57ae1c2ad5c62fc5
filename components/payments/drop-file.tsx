'use client'
import { type ChangeEvent, useId } from 'react'
import { useDropzone } from 'react-dropzone'
import { FileInput } from '@/components/intake/file/file-input'
import { Icon } from '@/components/ui/icon'
import { Spinner } from '@/components/ui/spinner'

type DropFileProps = {
  words: { drop: string; choose: string; hint: string; sending: string }
  accept: string
  busy: boolean
  error: string | null
  onFile: (file: File) => void
}

/** A place for one file: dropped, or chosen with a real file input. */
export function DropFile({ words, accept, busy, error, onFile }: DropFileProps) {
  const id = useId()
  const take = (files: readonly File[]) => files[0] && !busy && onFile(files[0])
  const { getRootProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => take([...accepted, ...rejected.map(({ file }) => file)]),
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take([...(target.files ?? [])])
    // allows choosing the same file again after it was corrected
    target.value = ''
  }
  return (
    <div>
      <div
        {...getRootProps({
          className:
            'flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-lg border border-border-control border-dashed p-4 text-center data-over:border-2 data-over:border-accent data-over:border-solid data-over:bg-accent-soft',
        })}
        data-over={isDragActive || undefined}
      >
        {busy ? <Spinner /> : <Icon name="file-up" className="size-5 text-fg-subtle" />}
        <span role="status">{busy ? words.sending : words.drop}</span>
        <label
          className="btn relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          htmlFor={id}
        >
          {words.choose}
          <FileInput
            id={id}
            accept={accept}
            aria-describedby={`${id}-hint`}
            aria-disabled={busy || undefined}
            onChange={choose}
          />
        </label>
        <p id={`${id}-hint`} className="w-full text-sm text-fg-muted">
          {words.hint}
        </p>
      </div>
      {error && (
        <p role="alert" className="field-error mt-2">
          <Icon name="circle-exclamation-point" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
