export {
  ParticipantsPage as default,
  participantsMetadata as generateMetadata,
} from '@/components/payments/participants/participants-page.server'
