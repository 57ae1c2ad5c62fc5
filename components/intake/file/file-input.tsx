import type { ComponentProps } from 'react'

/** A native field for files, unseen over the label that stands for it; the label is `relative`. */
export function FileInput(props: ComponentProps<'input'>) {
  return (
    <input
      type="file"
      {...props}
      className="absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
    />
  )
}
