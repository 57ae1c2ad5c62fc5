'use client'
import dynamic from 'next/dynamic'
import { loadWithRetry, useEverOpen } from '@/components/ui/lazy'
import type { RecordDrawerProps } from './record-drawer'

const RecordDrawer = dynamic(
  () => loadWithRetry(() => import('./record-drawer').then((part) => part.RecordDrawer)),
  {
    ssr: false,
  },
)

/** The record of one check over a list, loaded when the first one is opened. */
export const LazyRecordDrawer = (props: RecordDrawerProps) =>
  useEverOpen(props.id !== null) && <RecordDrawer {...props} />
