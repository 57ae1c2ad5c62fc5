import { LimitsPage, limitsMetadata } from '@/components/limits/limits-page.server'

export const generateMetadata = () => limitsMetadata()

export default function Limits() {
  return <LimitsPage />
}
