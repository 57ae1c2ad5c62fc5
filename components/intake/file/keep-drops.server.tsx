import 'server-only'
import { headers } from 'next/headers'

/**
 * Runs in the document until the page is alive: a browser would open a dropped file in place of the page. The file goes
 * into the page's field for files, where the page finds it. It is sent as its own text: whatever it needs stands in it.
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

/** For a page that takes dropped files and holds one field for them. */
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
