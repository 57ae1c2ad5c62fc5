'use client'
import { useRef } from 'react'
import { Input } from '@/components/ui/fields/input'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import type { useSearchText } from './use-search-text'

type SearchInputProps = {
  label: string
  placeholder: string
  value: string
  onType: (text: string) => void
  onEnter?: () => void
}

/** A search field, focused by /. The text stays in this tab and is sent in a body, never in a URL. */
export function SearchInput({ label, placeholder, value, onType, onEnter }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', () => input.current?.focus(), { label })
  return (
    <Input
      ref={input}
      type="search"
      icon="search"
      scale="sm"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={140}
      value={value}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && onEnter?.()}
    />
  )
}

type SearchFieldProps = Pick<SearchInputProps, 'label' | 'placeholder'> & {
  search: Pick<ReturnType<typeof useSearchText>, 'typed' | 'type' | 'searchNow'>
  className: string
}

/** A search field whose text Enter searches immediately. */
export function SearchField({ search, className, ...words }: SearchFieldProps) {
  return (
    <search className={className}>
      <SearchInput {...words} value={search.typed} onType={search.type} onEnter={search.searchNow} />
    </search>
  )
}
