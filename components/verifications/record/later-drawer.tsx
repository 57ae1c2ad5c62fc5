'use client'
import dynamic from 'next/dynamic'
import { patiently, useEver } from '@/components/ui/later'
import type { RecordDrawerProps } from './record-drawer'

const RecordDrawer = dynamic(
  () => patiently(() => import('./record-drawer').then((part) => part.RecordDrawer)),
  {
    ssr: false,
  },
)

/** The record of one check over a list, loaded when the first one is opened. */
export const LaterRecordDrawer = (props: RecordDrawerProps) =>
  useEver(props.id !== null) && <RecordDrawer {...props} />
