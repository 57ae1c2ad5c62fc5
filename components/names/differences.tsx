'use client'
import { useTranslations } from 'use-intl'
import { Icon } from '@/components/ui/icons/icon'
import type { Difference } from '@/lib/names/differences'
import { consequenceKey, factKey, factWords, typeKey } from '@/lib/names/fact'
import { hasKey } from '@/lib/platform/language/keys'
import { DIFFERENCE_ICONS } from './difference-icons'

/** One line per kind of difference: its label, the fact, the usual reason. It never suggests a decision. */
export function Differences({ differences }: { differences: Difference[] }) {
  const t = useTranslations('names')
  if (differences.length === 0) return null
  return (
    <ul className="diff-list" aria-label={t('differences')}>
      {differences.map((difference) => (
        <li key={difference.type}>
          <b>
            <Icon name={DIFFERENCE_ICONS[difference.type]} />
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

/** A summary of the kinds in one line: "Missing name, spelling". */
export function useDifferenceWords() {
  const t = useTranslations('names.short')
  return (types: readonly string[]): string => {
    const words = types.map((type) => (hasKey(t, type) ? t(type) : type)).join(', ')
    return words.charAt(0).toLocaleUpperCase() + words.slice(1)
  }
}
