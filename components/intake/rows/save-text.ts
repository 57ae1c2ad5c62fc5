import { saveBlob } from '@/components/live/save-file'
import type { Download } from '../protocol'

/** Downloads a text as a file. */
export const saveText = ({ name, text }: Download): void =>
  saveBlob(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
