'use client'
import { useTranslations } from 'use-intl'
import { CopyButton } from '@/components/ui/copy-button'
import { Disclosure } from '@/components/ui/disclosure'
import { Link } from '@/components/ui/link'
import { pages } from '@/lib/http/paths'
import type { VerificationView } from '@/lib/verifications/view'

/** The codes, one click away. */
export function ResultDetails({ check }: { check: VerificationView }) {
  const t = useTranslations('result.details')
  const lines = [
    ['id', check.id],
    ['upstreamId', check.upstreamId],
    ['attempt', check.attempt && `${check.attempt.id} (${check.attempt.state})`],
    ['status', check.status],
    ['result', check.matchResult],
    ['reason', check.statusReason ?? check.problemCode],
    ['received', check.unrecognised],
  ].filter((line): line is [string, string] => Boolean(line[1]))
  return (
    <Disclosure summary={t('summary')} className="mt-4">
      <dl className="details">
        {lines.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
        {check.previousId && (
          <div>
            <dt>{t('previous')}</dt>
            <dd>
              <Link href={pages.checkResult(check.environment, check.previousId)}>{check.previousId}</Link>
            </dd>
          </div>
        )}
      </dl>
      <CopyButton text value={check.id} label={t('copyId')} />
    </Disclosure>
  )
}
