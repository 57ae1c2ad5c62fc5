import { RulesPage, rulesMetadata } from '@/components/rules/rules-page.server'

export const generateMetadata = () => rulesMetadata()

export default function ReviewRules() {
  return <RulesPage />
}
