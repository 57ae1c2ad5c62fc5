import {
  ParticipantsPage,
  participantsMetadata,
} from '@/components/payments/participants/participants-page.server'

export const generateMetadata = () => participantsMetadata()

export default function AdminParticipantsPage() {
  return <ParticipantsPage />
}
