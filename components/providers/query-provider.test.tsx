import { onlineManager, type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { QueryProvider } from './query-provider'

function Page({ got }: { got: (client: QueryClient) => void }) {
  got(useQueryClient())
  return null
}

function clientOfTab(): QueryClient {
  const got = vi.fn<(client: QueryClient) => void>()
  renderToStaticMarkup(
    <QueryProvider>
      <Page got={got} />
    </QueryProvider>,
  )
  const [client] = got.mock.lastCall ?? []
  if (!client) throw new Error('no client')
  return client
}

it('a machine that wakes up reads nothing by itself, which would count as an act of its person', async () => {
  const client = clientOfTab()
  client.mount()
  const read = vi.fn(async () => 'users')
  const users = { queryKey: ['users'], queryFn: read, staleTime: 0 }
  const unsubscribe = new QueryObserver(client, users).subscribe(() => {})
  await vi.waitFor(() => expect(client.getQueryData(['users'])).toBe('users'))
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await new Promise(setImmediate)
  expect(read).toHaveBeenCalledTimes(1)
  unsubscribe()
  client.clear()
  client.unmount()
})
