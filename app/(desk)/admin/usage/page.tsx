import { UsagePage, usageMetadata } from '@/components/usage/usage-page.server'

export const generateMetadata = () => usageMetadata()

export default function Usage() {
  return <UsagePage />
}
