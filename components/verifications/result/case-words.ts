import { useTranslations } from 'use-intl'
import { hasKey, keyOr } from '@/lib/platform/language/keys'
import type { CaseKey } from './result-case'

/** Cases that use the texts of another case. */
const SAME: Record<string, string> = {
  'verification_not_possible.meaning': 'account_not_verifiable.meaning',
  'verification_not_possible.step1': 'institution_out_of_scope.step1',
}

/**
 * The sentences of a case. What a refused request, the rows of a file or the list of results say as well has its sentence
 * there.
 */
export function useCaseWords() {
  const t = useTranslations('result.case')
  const problem = useTranslations('check.problem')
  const reason = useTranslations('originalExport.reason')
  const notSent = useTranslations('originalExport.notSent')
  const outcome = useTranslations('outcome.meaning')
  const own = (key: string) => SAME[key] ?? key
  return {
    sentence: (key: CaseKey): string => {
      const code = key.replace('not_sent.', '')
      const sentence = `${key}.sentence`
      if (hasKey(t, sentence)) return t(sentence)
      if (code === key) return hasKey(reason, code) ? reason(code) : outcome(keyOr(outcome, code, 'failed'))
      const title = `${code}.title`
      return hasKey(problem, title) ? problem(title) : notSent(keyOr(notSent, code, 'stopped'))
    },
    meaning: (key: CaseKey, form: 'meaning' | 'meaningNone'): string | null => {
      const code = key.replace('not_sent.', '')
      const meaning = own(`${key}.${form}`)
      if (hasKey(t, meaning)) return t(meaning)
      if (code === key) return null
      const text = `${code}.text`
      return hasKey(problem, text) && !NOTHING_SPENT.includes(code) ? problem(text) : t('not_sent.meaning')
    },
    /** What can be done next, in its order. */
    steps: (key: CaseKey, reference: string): string[] =>
      [1, 2]
        .map((n) => own(`${key}.step${n}`))
        .filter((step) => hasKey(t, step))
        .map((step) => t(step, { reference })),
  }
}

/** Not sent, and nothing has to be done about it. */
const NOTHING_SPENT = ['stopped', 'cancelled', 'upstream_rate_limited', 'upstream_unavailable']
