'use client'
import { useTranslations } from 'use-intl'
import { CopyButton } from '@/components/ui/copy-button'
import { Disclosure } from '@/components/ui/disclosure'
import { Link } from '@/components/ui/link'
import { pages } from '@/lib/http/paths'
import type { MessageKey } from '@/lib/platform/language/keys'
import type { VerificationView } from '@/lib/verifications/view'
import { Code, CodeList } from './code-list'

/** The technical codes, collapsed. */
export function ResultDetails({ check }: { check: VerificationView }) {
  const t = useTranslations('result.details')
  const lines: [MessageKey<'result.details'>, string | null][] = [
    ['id', check.id],
    ['upstreamId', check.upstreamId],
    ['attempt', check.attempt && `${check.attempt.id} (${check.attempt.state})`],
    ['status', check.status],
    ['result', check.matchResult],
    ['reason', check.statusReason ?? check.problemCode],
    ['received', check.unrecognised],
  ]
  return (
    <Disclosure summary={t('summary')} className="mt-4">
      <CodeList>
        {lines.map(
          ([key, value]) =>
            value && (
              <Code key={key} term={t(key)} translate="no">
                {value}
              </Code>
            ),
        )}
        {check.previousId && (
          <Code term={t('previous')}>
            <Link href={pages.checkResult(check.environment, check.previousId)}>{check.previousId}</Link>
          </Code>
        )}
      </CodeList>
      <CopyButton text value={check.id} label={t('copyId')} />
    </Disclosure>
  )
}
