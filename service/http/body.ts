import type { Context } from 'hono'
import { ServiceRefusal, unacceptable } from './refusal'

/** Largest bodies accepted, in bytes. 2,000 items with names of 140 escaped characters still fit. */
export const BODY_LIMIT = { form: 16_384, single: 1_048_576, bulk: 5_242_880 } as const

/** Nested deeper than this, a body is not a request of this interface. */
const MAX_DEPTH = 32
/** A body that is too large is read to its end up to this size, so that its sender gets to see the answer. */
const DRAIN_LIMIT = 67_108_864

const tooLarge = (limit: number) =>
  new ServiceRefusal(413, 'body_too_large', `The body is larger than ${limit} bytes.`, {
    Connection: 'close',
  })

/** Reads the body as UTF-8 text of at most `limit` bytes, keeping never more than that in memory. Throws 413, 400. */
export async function readText(c: Context, limit: number): Promise<string> {
  const stream = c.req.raw.body
  if (!stream) return ''
  const declared = Number(c.req.header('content-length') ?? 0)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    size += part.byteLength
    if (size > limit || declared > limit) parts.length = 0
    else parts.push(part)
    if (size > DRAIN_LIMIT) break
  }
  if (size > limit || declared > limit) throw tooLarge(limit)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    throw unacceptable('invalid_json', 'The body is not valid UTF-8.')
  }
}

/** Depth of the deepest array or object in JSON text, without parsing it. Stops counting past the limit. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (quoted) {
      if (sign === 0x5c) at++
      else if (sign === 0x22) quoted = false
    } else if (sign === 0x22) quoted = true
    else if (sign === 0x5b || sign === 0x7b) {
      if (++depth > MAX_DEPTH) return true
    } else if (sign === 0x5d || sign === 0x7d) depth--
  }
  return false
}

/** Refuses member names that mean something to the language the service is written in. */
function refuseReserved(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype')
    throw unacceptable('invalid_request', `The member name "${key}" is not allowed.`)
  return value
}

/** True when the request's content type is `type`, whatever its parameters. */
export function hasContentType(c: Context, type: string): boolean {
  return (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() === type
}

/** Reads a JSON body. Throws 413 (too large) or 400 (not JSON, too deep, reserved names). */
export async function readJson(c: Context, limit: number): Promise<unknown> {
  const text = await readText(c, limit)
  if (!hasContentType(c, 'application/json'))
    throw unacceptable('invalid_content_type', 'Send the body as application/json.')
  if (isTooDeep(text))
    throw unacceptable('invalid_json', `The body is nested deeper than ${MAX_DEPTH} levels.`)
  try {
    return JSON.parse(text, refuseReserved)
  } catch (error) {
    if (error instanceof ServiceRefusal) throw error
    throw unacceptable('invalid_json', 'The body is not valid JSON.')
  }
}
