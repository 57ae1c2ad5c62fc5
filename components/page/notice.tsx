import type { ReactNode } from 'react'

export type NoticeProps = { title: string; text: ReactNode; action: ReactNode }

/** Explains why there is no page: forbidden, not found, failed. */
export function Notice({ title, text, action }: NoticeProps) {
  return (
    <div className="mx-auto max-w-lg px-6 py-20 text-center max-md:px-4">
      <h1 className="text-xl">{title}</h1>
      <p className="mt-2 text-fg-muted">{text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>
    </div>
  )
}

/** The same as a complete page without the frame. */
export function BareNotice(props: NoticeProps) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-surface">
      <Notice {...props} />
    </main>
  )
}
