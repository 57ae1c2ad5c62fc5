'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Time } from '@/components/ui/format'
import { Dialog } from '@/components/ui/overlays/dialog'
import type { PasswordLink } from '@/lib/users/view'

/** The links, shown once. A click outside does not close it, because they cannot be shown again. */
export function LinksDialog({ links, onClose }: { links: PasswordLink[]; onClose: () => void }) {
  const t = useTranslations('users.links')
  const [first] = links
  return (
    <Dialog
      open={links.length > 0}
      onClose={onClose}
      title={t('title', { count: links.length })}
      description={t('text')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
      sticky
    >
      <ul className="mt-4 grid gap-4">
        {links.map(({ userId, email, url }) => (
          <li key={userId} className="grid gap-1.5">
            <span className="font-medium">{email}</span>
            <code className="font-mono text-sm break-all">{url}</code>
            <span>
              <CopyButton text value={url} label={t('copy', { email })} />
            </span>
          </li>
        ))}
      </ul>
      {first && (
        <p className="mt-4 text-sm text-fg-muted">
          {t.rich('until', { date: () => <Time value={first.expiresAt} form="date" /> })}
        </p>
      )}
    </Dialog>
  )
}
