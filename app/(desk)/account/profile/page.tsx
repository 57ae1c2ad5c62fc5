import { AccountPage, accountMetadata } from '@/components/users/account/account-page.server'

export const generateMetadata = () => accountMetadata('profile')

export default function Account() {
  return <AccountPage section="profile" />
}
