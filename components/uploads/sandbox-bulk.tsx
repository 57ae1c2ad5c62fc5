'use client'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/messages/empty'
import { pages } from '@/lib/http/paths'

/** Explains that the sandbox has no bulk uploads, with a link to the alternative. */
export function SandboxBulk({ mayCheck }: { mayCheck: boolean }) {
  const t = useTranslations('bulk')
  const shell = useTranslations('shell')
  return (
    <Page title={t('title')}>
      <Empty
        title={t('sandbox.title')}
        action={
          <>
            {mayCheck && (
              <ButtonLink variant="primary" href={pages.check('sandbox')}>
                {t('sandbox.check')}
              </ButtonLink>
            )}
            <ButtonLink href={pages.bulk('live')}>{shell('sandbox.leave')}</ButtonLink>
          </>
        }
      >
        {t('sandbox.text')}
      </Empty>
    </Page>
  )
}
