'use client'
import { useEffect, useId, useRef, useState } from 'react'
import { announce } from '@/components/ui/messages/live-text'

/** A progress bar that appears after a second, and is announced once. Without a share it is indeterminate. */
export function Progress({ label, share }: { label: string; share?: number }) {
  const id = useId()
  const [late, setLate] = useState(false)
  const first = useRef(label)
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true)
      announce(first.current)
    }, 1000)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return <div className="h-12" />
  return (
    <div className="grid gap-1.5 py-2">
      <p id={id}>{label}</p>
      <progress
        className="h-1.5 w-full max-w-[420px] accent-running-solid"
        aria-labelledby={id}
        max={1}
        value={share}
      />
    </div>
  )
}
