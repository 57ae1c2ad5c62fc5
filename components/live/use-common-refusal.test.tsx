import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useReportRefusal } from '@/components/payments/reports/use-report-refusal'
import { usePaymentRefusal } from '@/components/payments/use-refusal'
import { WordsProvider } from '@/components/providers/words-provider'
import type { Locale } from '@/lib/platform/language/locale'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { Problem } from './request'
import { useCommonRefusal } from './use-common-refusal'
import { useRefusalWords } from './use-refusal-words'

/** What pages say about an error. */
function Page({ error }: { error: Problem }) {
  const sentences = [
    useCommonRefusal()(error),
    usePaymentRefusal()(error),
    useReportRefusal()(error),
    useRefusalWords('users.problem')(error.code),
  ]
  return sentences.map((sentence) => `${sentence}\n`)
}

/** The sentences of a page. */
function said(code: string, locale: Locale): string[] {
  const html = renderToStaticMarkup(
    <WordsProvider locale={locale} timeZone="UTC" messages={messagesOf(locale)}>
      <Page error={new Problem(0, { code })} />
    </WordsProvider>,
  )
  return html.trim().split('\n')
}

it.each(['offline', 'internal'])(
  '%s: the request may have been carried out, and no page says it was not',
  (code) => {
    for (const sentence of said(code, 'en')) expect(sentence).toMatch(/[Cc]heck .*before you try again/)
    for (const sentence of said(code, 'fr')) expect(sentence).toMatch(/avant de réessayer/)
  },
)
