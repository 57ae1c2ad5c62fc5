'use client'
import type { ComponentProps } from 'react'
import { Input } from '@/components/ui/fields/input'

/** A masked field for a secret that browsers don't offer to save. */
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
