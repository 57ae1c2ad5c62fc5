'use client'
import { useEffect, useState } from 'react'

const STORE = 'accord.check.more'

/** Whether the extra fields are open; stored in this browser. */
export function useMoreOpen(): [boolean, () => void] {
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(localStorage.getItem(STORE) === 'open'), [])
  const toggle = () => {
    localStorage.setItem(STORE, open ? 'closed' : 'open')
    setOpen(!open)
  }
  return [open, toggle]
}
