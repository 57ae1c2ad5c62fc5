'use client'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

export type FormError = { id?: string; text: string }

/**
 * "There is a problem": takes the focus when its sentences change, not on every render, and links to the fields, with their
 * messages. A new `key` makes it take the focus again. While it is shown the document title starts with "Error: ".
 */
export function ErrorSummary({ errors }: { errors: FormError[] }) {
  const t = useTranslations('ui')
  const box = useRef<HTMLDivElement>(null)
  const sentences = errors.map(({ text }) => text).join('\n')
  useAnnouncedErrors(box, sentences, t('error.titlePrefix'))
  if (errors.length === 0) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className="error-summary">
      <h2>{t('error.heading')}</h2>
      <ul className="mt-1 grid gap-1">
        {errors.map((error) => (
          <li key={`${error.id}-${error.text}`}>
            {error.id ? (
              <a
                href={`#${error.id}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(error.id ?? '')?.focus()
                }}
              >
                {error.text}
              </a>
            ) : (
              error.text
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function useAnnouncedErrors(box: RefObject<HTMLDivElement | null>, sentences: string, prefix: string) {
  useEffect(() => {
    if (sentences === '') return
    box.current?.focus()
    const title = document.title
    if (!title.startsWith(prefix)) document.title = prefix + title
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [box, sentences, prefix])
}
