import { useTranslations } from 'use-intl'
import type { PageName } from './navigation'

const TITLE = 'title'

/** What the navigation calls a destination: an admin page has its own title. */
export function useNavWords(): (item: PageName) => string {
  const nav = useTranslations('shell.nav')
  const titles = useTranslations()
  return (item) => (item.admin ? titles(`${item.name}.${TITLE}`) : nav(item.name))
}
