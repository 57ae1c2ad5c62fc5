import { redirect } from 'next/navigation'
import { requirePage } from '@/lib/auth/guard.server'
import { pages } from '@/lib/http/paths'

export default async function Account() {
  await requirePage('/account')
  redirect(pages.account('profile'))
}
