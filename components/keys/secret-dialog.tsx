'use client'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/overlays/dialog'

type SecretDialogProps = {
  title: string
  text: string
  /** label of the value for screen readers */
  label: string
  copy: string
  done: string
  value: string | null
  onClose: () => void
}

/** Shows a secret once. A click outside does not close it, because it cannot be shown again. */
export function SecretDialog({ title, text, label, copy, done, value, onClose }: SecretDialogProps) {
  const footer = (
    <Button variant="primary" onClick={onClose}>
      {done}
    </Button>
  )
  return (
    <Dialog open={value !== null} onClose={onClose} title={title} description={text} footer={footer} sticky>
      <div className="mt-4 grid gap-3">
        <output aria-label={label} className="font-mono text-sm break-all" translate="no">
          {value}
        </output>
        <span>{value && <CopyButton text value={value} label={copy} />}</span>
      </div>
    </Dialog>
  )
}
