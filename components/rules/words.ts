'use client'
import { useTranslations } from 'use-intl'
import { hasKey } from '@/lib/platform/language/keys'
import { asksPeople } from '@/lib/reviews/rules/outcomes'
import type { RuleInput } from '@/lib/reviews/rules/rules'

/** A rule in one sentence: “If result is Close match → To review, two reviewers to approve”. */
export function useRuleWords() {
  const t = useTranslations('rules')
  const outcome = useTranslations('outcome.label')
  const names = useTranslations('names.type')
  const sources = useTranslations('review.filter.sources')
  const or = (words: string[]) => words.join(t('words.or'))
  return (rule: RuleInput): string => {
    const { results, differenceTypes, countries, referencePattern, policy } = rule
    const difference = asksPeople(rule.outcome) ? 'words.anyOf' : 'words.onlyOf'
    const conditions = [
      results.length > 0 && t('words.result', { values: or(results.map((each) => outcome(each))) }),
      differenceTypes.length > 0 &&
        t(difference, {
          values: or(differenceTypes.map((each) => (hasKey(names, each) ? names(each) : each))),
        }),
      rule.sources.length > 0 && t('words.source', { values: or(rule.sources.map((each) => sources(each))) }),
      countries.length > 0 && t('words.country', { values: or(countries) }),
      referencePattern && t('words.reference', { value: referencePattern }),
    ].filter((each) => typeof each === 'string')
    const when = conditions.length > 0 ? conditions.join(t('words.and')) : t('words.always')
    const then = [t(`outcome.${rule.outcome}`), policy && t(`policy.${policy}`).toLowerCase()]
    return t('words.sentence', { when, outcome: then.filter(Boolean).join(', ') })
  }
}
