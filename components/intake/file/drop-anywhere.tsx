'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
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
  useEffect(() => {
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
      handOver([...(event.dataTransfer?.files ?? [])])
      router.push(pages.newUpload())
    }
    const listeners = { dragover: drag, dragleave: leave, drop }
    for (const [name, listener] of Object.entries(listeners))
      addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        removeEventListener(name, listener as EventListener)
    }
  }, [router])
  if (!over) return null
  return (
    <div className="drop-anywhere" aria-hidden="true">
      <Icon name="file-up" />
      <p>{t('file.dropAnywhere')}</p>
    </div>
  )
}
