export { RulesPage as default, rulesMetadata as generateMetadata } from '@/components/rules/rules-page.server'
