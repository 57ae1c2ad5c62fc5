export { UsagePage as default, usageMetadata as generateMetadata } from '@/components/usage/usage-page.server'
