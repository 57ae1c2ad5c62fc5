import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '@/components/ui/cx'

type FileButtonProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'onChange'> & {
  children: ReactNode
  onFiles: (files: File[]) => void
}

/** A label that looks like a button or a link, over a visually hidden native file input. */
export function FileButton({ children, onFiles, className, ...input }: FileButtonProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // allows choosing the same file again after it was corrected
    target.value = ''
  }
  return (
    <label
      className={cx(
        'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        className,
      )}
      htmlFor={id}
    >
      {children}
      <input
        {...input}
        type="file"
        id={id}
        className="absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
        onChange={choose}
      />
    </label>
  )
}
