'use client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

// No offline queue: a paid request is sent once, now, or fails visibly. Nothing is read again because the window or the
// network is back: it would count as an act of the person. Pages that are live read again by events (components/live).
const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: 1, staleTime: 5_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: 0, networkMode: 'always' },
    },
  })

/** One query cache per tab, cleared when the person signs out. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(newClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
