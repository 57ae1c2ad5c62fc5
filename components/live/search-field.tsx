'use client'
import { useRef } from 'react'
import { Form } from '@/components/ui/fields/field'
import { SearchInput } from '@/components/ui/fields/input'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import type { useSearchText } from './use-search-text'

type SearchFieldProps = {
  search: Pick<ReturnType<typeof useSearchText>, 'typed' | 'type' | 'searchNow'>
  label: string
  placeholder: string
  className?: string
}

/** The search field, focused by /. The text stays in this tab and is sent in a body, never in a URL. */
export function SearchField({ search, label, placeholder, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', () => input.current?.focus(), { label })
  return (
    <search className={className}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          search.searchNow()
        }}
      >
        <SearchInput
          ref={input}
          aria-label={label}
          placeholder={placeholder}
          value={search.typed}
          maxLength={140}
          onChange={({ target }) => search.type(target.value)}
        />
      </Form>
    </search>
  )
}
