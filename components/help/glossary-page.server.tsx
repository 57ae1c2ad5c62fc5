import 'server-only'
import type { Metadata } from 'next'
import { Page } from '@/components/page/page'
import { requirePage } from '@/lib/auth/guard.server'
import { getTranslations, requestLocale } from '@/lib/platform/language/i18n.server'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { type Explained, termTitle, textOf } from './terms'
import './help.css'

export async function glossaryMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('glossary'))('title') }
}

/** Every word of the office, explained in the language of the person. */
export async function GlossaryPage() {
  await requirePage('/glossary')
  const t = await getTranslations('glossary')
  const { terms } = messagesOf(await requestLocale()).glossary as { terms: Record<string, Explained> }
  return (
    <Page title={t('title')} meta={t('lead')}>
      <dl className="glossary">
        {Object.entries(terms).map(([term, explained]) => (
          <div key={term} id={term}>
            <dt>
              {termTitle(explained)}
              {explained.screen && (
                <small>
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
