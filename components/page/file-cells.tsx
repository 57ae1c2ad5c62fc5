import { Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { RowHeader } from '@/components/ui/table'
import { givenTitle } from '@/lib/uploads/view'

type FileHeaderProps = {
  href: string
  file: { fileName: string; title: string | null }
  className: string
}

/** The header of a row about a file: its name, which opens it, and its title. */
export function FileHeader({ href, file, className }: FileHeaderProps) {
  const title = givenTitle(file)
  return (
    <RowHeader className={`py-1 whitespace-normal wrap-anywhere max-md:min-w-0 ${className}`}>
      <Link href={href} data-row translate="no" title={file.fileName} className="line-clamp-3 text-ellipsis">
        {file.fileName}
      </Link>
      {title && (
        <small
          translate="no"
          className="line-clamp-2 text-xs leading-4.5 font-normal text-ellipsis text-fg-subtle"
        >
          {title}
        </small>
      )}
    </RowHeader>
  )
}

/** A time, and below it who did something then. */
export function TimeAndPerson({ value, person }: { value: string; person: { name: string } }) {
  return (
    <>
      <Time value={value} />
      <span className="block text-xs text-fg-subtle" translate="no">
        {person.name}
      </span>
    </>
  )
}
