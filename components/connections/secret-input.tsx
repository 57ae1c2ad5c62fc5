'use client'
import type { ComponentProps } from 'react'
import { Input } from '@/components/ui/input'

/** A field for a secret: seen as dots, kept out of the browser's password store. */
export function SecretInput(props: ComponentProps<typeof Input>) {
  return (
    <Input
      mono
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className="[-webkit-text-security:disc]"
      {...props}
    />
  )
}
