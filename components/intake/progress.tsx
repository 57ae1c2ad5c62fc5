'use client'
import { useEffect, useState } from 'react'

/** A progress bar that appears after a second. Without a share it is indeterminate. */
export function Progress({ label, share }: { label: string; share?: number }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 1000)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return <div className="h-12" />
  return (
    <div className="grid gap-1.5 py-2">
      <p role="status">{label}</p>
      <progress
        className="h-1.5 w-full max-w-[420px] accent-running-solid"
        aria-label={label}
        max={1}
        value={share}
      />
    </div>
  )
}
