import { AccountPage, accountMetadata } from '@/components/users/account/account-page.server'

export const generateMetadata = () => accountMetadata('security')

export default function Account() {
  return <AccountPage section="security" />
}
