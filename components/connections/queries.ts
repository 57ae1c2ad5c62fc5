import { urlQuery } from '@/components/page/url-query'
import type { ConnectionView } from '@/lib/connections/view'
import { adminApi } from '@/lib/http/admin-paths'

export const connectionsQuery = urlQuery<{ items: ConnectionView[] }>(['connections'], adminApi.connections)
