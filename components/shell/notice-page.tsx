'use client'
import type { ReactNode } from 'react'
import { Page } from './page'

type NoticeProps = { title: string; text: ReactNode; action: ReactNode; breadcrumb?: string }

/** A whole page that only says why there is none: forbidden, not found, failed. Inside the frame. */
export function NoticePage({ title, text, action, breadcrumb }: NoticeProps) {
  return (
    <Page breadcrumb={[{ label: breadcrumb ?? title }]}>
      <Notice title={title} text={text} action={action} />
    </Page>
  )
}

/** The same outside the frame. */
export function BareNotice(props: Omit<NoticeProps, 'breadcrumb'>) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-surface">
      <Notice {...props} />
    </main>
  )
}

function Notice({ title, text, action }: Omit<NoticeProps, 'breadcrumb'>) {
  return (
    <div className="mx-auto max-w-lg px-6 py-20 text-center max-md:px-4">
      <h1 className="text-xl">{title}</h1>
      <p className="mt-2 text-fg-muted">{text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>
    </div>
  )
}
