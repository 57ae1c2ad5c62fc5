'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '@/components/ui/icon'
import { pages } from '@/lib/http/paths'
import { handOver } from './handed-over'
import './drop-anywhere.css'

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** The whole page takes a dropped file and goes to the wizard with it; the button “New upload” does the same. */
export function DropAnywhere() {
  const t = useTranslations('intake')
  const router = useRouter()
  const [over, setOver] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const take = (files: FileList | null | undefined) => {
      handOver([...(files ?? [])])
      router.push(pages.newUpload())
    }
    // dropped before the page was alive
    if (field.current?.files?.length) take(field.current.files)
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer?.files)
    }
    const listeners = { dragover: drag, dragleave: leave, drop }
    for (const [name, listener] of Object.entries(listeners))
      addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        removeEventListener(name, listener as EventListener)
    }
  }, [router])
  if (!over) return <input ref={field} type="file" hidden />
  return (
    <div className="drop-anywhere" aria-hidden="true">
      <Icon name="file-up" />
      <p>{t('file.dropAnywhere')}</p>
    </div>
  )
}
