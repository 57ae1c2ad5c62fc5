import { urlQuery } from '@/components/page/url-query'
import { adminApi } from '@/lib/http/admin-paths'
import { api } from '@/lib/http/paths'
import type { KeyView } from '@/lib/keys/view'

type Keys = { items: KeyView[] }

export const ownKeysQuery = urlQuery<Keys>(['keys', 'own'], api.accountKeys)
export const allKeysQuery = urlQuery<Keys>(['keys', 'all'], adminApi.keys)
