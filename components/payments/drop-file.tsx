'use client'
import { DropZone } from '@/components/intake/file/drop-zone'
import { Icon } from '@/components/ui/icons/icon'
import { Spinner } from '@/components/ui/messages/spinner'

type DropFileProps = {
  words: { drop: string; choose: string; hint: string; sending: string }
  accept: string
  busy: boolean
  error: string | null
  onFile: (file: File) => void
}

/** A drop zone for one file, which is sent immediately. */
export function DropFile({ words, accept, busy, error, onFile }: DropFileProps) {
  return (
    <div className="print:hidden">
      <DropZone
        accept={accept}
        className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2"
        choose={words.choose}
        hint={words.hint}
        aria-disabled={busy || undefined}
        onFiles={([file]) => file && !busy && onFile(file)}
      >
        {busy ? <Spinner /> : <Icon name="file-up" className="size-5 text-fg-subtle" />}
        <span role="status">{busy ? words.sending : words.drop}</span>
      </DropZone>
      {error && (
        <p role="alert" className="field-error mt-2">
          <Icon name="circle-exclamation-point" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
