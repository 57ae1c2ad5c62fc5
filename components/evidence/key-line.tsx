'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Banner } from '@/components/ui/messages/banner'
import { groupsOfFour } from '@/lib/exports/verifier/verify'
import { api } from '@/lib/http/paths'
import { downloadUrl } from './download-url'

/** The key that signs evidence packs, for people who publish its fingerprint. */
export function KeyLine({ fingerprint }: { fingerprint: string | null }) {
  const t = useTranslations('evidence.key')
  const banner = { className: 'mx-6 mb-3 max-md:mx-4', icon: 'key-round', title: t('title') } as const
  if (fingerprint === null) return <Banner {...banner}>{t('missing')}</Banner>
  const save = () => downloadUrl(api.evidenceVerifier)
  const action = (
    <span className="flex flex-wrap gap-2">
      <CopyButton text value={fingerprint} label={t('copy')} />
      <Button size="sm" className="max-md:h-auto max-md:py-1 max-md:whitespace-normal" onClick={save}>
        {t('page')}
      </Button>
    </span>
  )
  return (
    <Banner {...banner} action={action}>
      {t('text')}
      <span className="mt-1 block">
        {t('fingerprint')} <code className="font-mono text-xs">{groupsOfFour(fingerprint)}</code>
      </span>
    </Banner>
  )
}
