import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export const sendProblem = (
  response: ServerResponse,
  status: number,
  code: string,
  headers?: Record<string, string>,
) => sendJson(response, status, { code, message: `${code} from the hostile provider` }, headers)

export const dropConnection = (response: ServerResponse): void => void response.socket?.destroy()

export function sendHtml(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end('<!doctype html><title>Maintenance</title><p>We will be back soon.')
}

/** Sends the first half of the response and closes the connection. */
export async function sendTruncated(response: ServerResponse, body: object): Promise<void> {
  const text = JSON.stringify(body)
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  })
  response.write(text.slice(0, Math.floor(text.length / 2)))
  await sleep(20)
  response.socket?.destroy()
}

/** Sends a valid response of 7 MB, which is more than a client should read. */
export const sendHuge = (response: ServerResponse, body: object): void =>
  sendJson(response, 200, { ...body, padding: 'x'.repeat(7 * 1024 * 1024) })
