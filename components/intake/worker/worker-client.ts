import type { CallName, Calls, FromWorker } from '../protocol'

type News = Extract<FromWorker, { news: string }>
type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }

export type IntakeWorker = {
  call: <Name extends CallName>(name: Name, args: Calls[Name]['args']) => Promise<Calls[Name]['answer']>
  end: () => void
}

/** Starts the worker. `onNews` receives its progress and results. */
export function startIntakeWorker(onNews: (news: News) => void): IntakeWorker {
  const worker = new Worker(new URL('../intake.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let last = 0
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if ('news' in data) return onNews(data)
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asked?.reject(new Error(data.error))
    else asked?.resolve(data.value as never)
  }
  worker.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'the worker failed'))
    waiting.clear()
  }
  return {
    call: (call, args) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, call, args })
      }),
    end: () => worker.terminate(),
  }
}
