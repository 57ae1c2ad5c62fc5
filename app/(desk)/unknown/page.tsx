import { AttemptsPage, attemptsMetadata } from '@/components/attempts/attempts-page.server'

export const generateMetadata = () => attemptsMetadata()

/** Requests whose response was lost, and where people decide what happened to them. */
export default function Unknown() {
  return <AttemptsPage />
}
