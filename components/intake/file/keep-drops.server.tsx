import 'server-only'
import { headers } from 'next/headers'

/**
 * Runs inline until hydration, because the browser would open a dropped file instead of the page. The file goes into
 * the page's file input, where hydration finds it. The function is serialised, so it may not use outer variables.
 */
function keepDrops(): void {
  const keep = (event: DragEvent) => {
    if ('alive' in document.body.dataset || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    const field = document.querySelector<HTMLInputElement>('input[type=file]')
    if (field && event.type === 'drop') field.files = event.dataTransfer.files
  }
  addEventListener('dragover', keep)
  addEventListener('drop', keep)
}

/** For a page that accepts dropped files and has one file input. */
export async function KeepDrops() {
  const nonce = (await headers()).get('x-nonce') ?? ''
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function
      dangerouslySetInnerHTML={{ __html: `(${keepDrops})()` }}
    />
  )
}
