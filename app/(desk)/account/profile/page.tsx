import { AccountPage, accountMetadata } from '@/components/users/account/account-page.server'
import { Profile } from '@/components/users/account/profile'

export const generateMetadata = () => accountMetadata('profile')

export default function Account() {
  return (
    <AccountPage section="profile">
      <Profile />
    </AccountPage>
  )
}
