'use client'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '@/components/ui/icons/icon'
import { useGo } from '@/components/ui/overlays/use-go'
import { pages } from '@/lib/http/paths'
import { handOverFiles } from './file-handover'

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Accepts a file dropped anywhere on the page and opens the wizard with it, like the button “New upload”. */
export function DropAnywhere() {
  const t = useTranslations('intake')
  const go = useGo()
  const [over, setOver] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const take = (dropped: FileList | null | undefined) => {
      const files = [...(dropped ?? [])]
      go(pages.newUpload(), () => handOverFiles(files))
    }
    // dropped before hydration
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
  }, [go])
  if (!over) return <input ref={field} type="file" hidden />
  return (
    <div
      className="pointer-events-none fixed inset-3 z-40 grid place-content-center justify-items-center gap-3 rounded-xl border-2 border-border-control border-dashed bg-surface/92 font-medium text-fg max-md:hidden"
      aria-hidden="true"
    >
      <Icon name="file-up" className="size-8" />
      <p>{t('file.dropAnywhere')}</p>
    </div>
  )
}
