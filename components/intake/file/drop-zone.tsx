'use client'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useDropzone } from 'react-dropzone'
import { cx } from '@/components/ui/cx'
import { FileButton } from './file-button'

type DropZoneProps = Omit<ComponentProps<typeof FileButton>, 'children'> & {
  /** The content before the button. */
  children: ReactNode
  choose: string
  hint: string
}

/** An area for dropping files, with a real file input for everyone else. `id` is that of the input. */
export function DropZone({ children, choose, hint, className, ...input }: DropZoneProps) {
  const hintId = useId()
  const { onFiles } = input
  const { getRootProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => onFiles([...accepted, ...rejected.map(({ file }) => file)]),
  })
  return (
    <div
      {...getRootProps({
        className: cx(
          'rounded-lg border border-border-control border-dashed p-4 text-center data-over:border-2 data-over:border-accent data-over:border-solid data-over:bg-accent-soft',
          className,
        ),
      })}
      data-over={isDragActive || undefined}
    >
      {children}
      <FileButton {...input} className="btn" aria-describedby={hintId}>
        {choose}
      </FileButton>
      <p id={hintId} className="w-full text-sm leading-5 text-fg-muted">
        {hint}
      </p>
    </div>
  )
}
