import type { Download } from '../protocol'

/** Downloads a text as a file. */
export function saveText({ name, text }: Download): void {
  saveBlob(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}

function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
