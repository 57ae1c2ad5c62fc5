import type { IconName } from '@/components/ui/icons/icon'
import type { DifferenceType } from '@/lib/names/differences'

export const DIFFERENCE_ICONS: Record<DifferenceType, IconName> = {
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
