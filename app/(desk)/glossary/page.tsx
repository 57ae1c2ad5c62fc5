import { type Explained, termTitle, textOf } from '@/components/help/terms'
import { Page } from '@/components/page/page'
import { requirePage } from '@/lib/auth/guard.server'
import { getTranslations, pageTitle, requestLocale } from '@/lib/platform/language/i18n.server'
import { messagesOf } from '@/lib/platform/language/messages.server'

export const generateMetadata = pageTitle('glossary', 'title')

/** The glossary in the language of the person. */
export default async function GlossaryPage() {
  await requirePage('/glossary')
  const t = await getTranslations('glossary')
  const { terms } = messagesOf(await requestLocale()).glossary
  return (
    <Page title={t('title')} meta={t('lead')}>
      <dl className="grid max-w-4xl px-6 pt-3.5 pb-8 max-md:px-4 max-md:pt-3 max-md:pb-6">
        {Object.entries<Explained>(terms).map(([term, explained]) => (
          <div
            key={term}
            id={term}
            className="grid scroll-mt-18 grid-cols-[minmax(9rem,14rem)_1fr] gap-x-6 gap-y-1 border-t border-border py-3 target:bg-accent-soft max-md:grid-cols-1"
          >
            <dt className="font-semibold first-letter:uppercase">
              {termTitle(explained)}
              {explained.screen && (
                <small className="block font-normal text-fg-muted">
                  {t('inApi')} {explained.word}
                </small>
              )}
            </dt>
            <dd>{textOf(explained)}</dd>
          </div>
        ))}
      </dl>
    </Page>
  )
}
