import { AccountPage, accountMetadata } from '@/components/users/account/account-page.server'
import { Preferences } from '@/components/users/account/preferences'

export const generateMetadata = () => accountMetadata('preferences')

export default function Account() {
  return (
    <AccountPage section="preferences">
      <Preferences />
    </AccountPage>
  )
}
