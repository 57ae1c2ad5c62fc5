import { urlQuery } from '@/components/page/url-query'
import { api } from '@/lib/http/paths'
import type { AccountView } from '@/lib/users/account-view'

export const accountQuery = urlQuery<AccountView>(['account'], api.account)
