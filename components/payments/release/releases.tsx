'use client'
import { useTranslations } from 'use-intl'
import { Card, SectionHead } from '@/components/ui/layout'
import type { RunView } from '@/lib/payments/view'
import { ReleaseBox } from './release-box'

/** Every release of a run, the newest first. */
export function Releases({ run }: { run: RunView }) {
  const t = useTranslations('payments.releases')
  return (
    <section aria-labelledby="pay-releases" className="border-t border-border px-6 py-5 max-md:p-4">
      <SectionHead id="pay-releases" title={t('title')} />
      <div className="grid gap-3">
        {run.releasesMade.map((release) => (
          <Card as="article" key={release.number} className="p-4">
            <ReleaseBox run={run} release={release} headed />
          </Card>
        ))}
      </div>
    </section>
  )
}
