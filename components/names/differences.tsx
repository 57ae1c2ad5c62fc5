'use client'
import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '@/components/ui/icons/icon'
import type { Difference, DifferenceType } from '@/lib/names/differences'
import { consequenceKey, factKey, factWords, typeKey } from '@/lib/names/fact'

const ICONS: Record<DifferenceType, IconName> = {
  capital_letters: 'case-sensitive',
  accent: 'languages',
  punctuation: 'whole-word',
  abbreviation: 'ampersand',
  legal_form_missing: 'building-complex',
  legal_form_different: 'building-complex',
  title: 'graduation-cap',
  word_order: 'arrow-left-right',
  initial: 'signature',
  missing_name: 'list-plus',
  extra_name: 'list-minus',
  cut_off: 'scissors',
  spelling: 'spell-check',
  joint_account: 'users',
  different_word: 'user-x',
  trading_name: 'store',
  different_name: 'user-x',
}

/** One line per kind of difference: its label, the fact, the usual reason. It never suggests a decision. */
export function Differences({ differences }: { differences: Difference[] }) {
  const t = useTranslations('names')
  if (differences.length === 0) return null
  return (
    <ul className="diff-list" aria-label={t('differences')}>
      {differences.map((difference) => (
        <li key={difference.type}>
          <b>
            <Icon name={ICONS[difference.type]} />
            {t(`type.${typeKey(difference)}`)}
          </b>
          <p>
            {t(`fact.${factKey(difference, differences)}`, factWords(difference))}
            <small>{t(`consequence.${consequenceKey(difference)}`)}</small>
          </p>
        </li>
      ))}
    </ul>
  )
}
