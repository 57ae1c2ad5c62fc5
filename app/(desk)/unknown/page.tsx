import { AttemptsPage, attemptsMetadata } from '@/components/attempts/attempts-page.server'

export const generateMetadata = () => attemptsMetadata()

/** Requests whose answer was lost: what became of them is decided here. */
export default function Unknown() {
  return <AttemptsPage />
}
