import { RulesPage, rulesMetadata } from '@/components/rules/rules-page.server'

export const generateMetadata = () => rulesMetadata()

/** Which answers a person sees, and what a rule decides. */
export default function ReviewRules() {
  return <RulesPage />
}
