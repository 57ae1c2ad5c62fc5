import { UsersPage, usersMetadata } from '@/components/users/users-page.server'

export const generateMetadata = () => usersMetadata()

/** People, their roles, and whether they may sign in. */
export default function Users() {
  return <UsersPage />
}
