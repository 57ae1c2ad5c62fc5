import { fetchApi, withStepUp } from './request'

/** Sends a file as the request body. @throws Problem */
export const sendFile = <T>(url: string, method: 'POST' | 'PUT', file: File): Promise<T> =>
  withStepUp(async () => {
    const answer = await fetchApi(url, {
      method,
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(file.name) },
      body: file,
    })
    return answer.json().catch(() => ({}))
  })
