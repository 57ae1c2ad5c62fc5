import type { ComponentProps } from 'react'

/** A native file input, visually hidden over its label, which must be `relative`. */
export function FileInput(props: ComponentProps<'input'>) {
  return (
    <input
      type="file"
      {...props}
      className="absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
    />
  )
}
