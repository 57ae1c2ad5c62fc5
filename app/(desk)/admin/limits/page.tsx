import { LimitsPage, limitsMetadata } from '@/components/limits/limits-page.server'

export const generateMetadata = () => limitsMetadata()

/** What the office allows before somebody is warned or asked. */
export default function Limits() {
  return <LimitsPage />
}
