import { UsagePage, usageMetadata } from '@/components/usage/usage-page.server'

export const generateMetadata = () => usageMetadata()

/** How many credits are left, and whether the books are right. */
export default function Usage() {
  return <UsagePage />
}
