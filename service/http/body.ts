import type { Context } from 'hono'
import { badRequest, ServiceRefusal } from './refusal'

/** Body limits in bytes. 2,000 items with names of 140 escaped characters still fit. */
export const BODY_LIMIT = { form: 16_384, single: 1_048_576, bulk: 5_242_880 } as const

const MAX_DEPTH = 32
/** An oversized body is read to its end up to this size, so that the client receives the response. */
const DRAIN_LIMIT = 67_108_864

const tooLarge = (limit: number) =>
  new ServiceRefusal(413, 'body_too_large', `The body is larger than ${limit} bytes.`, {
    Connection: 'close',
  })

/** Reads the body as UTF-8 text of at most `limit` bytes, and never keeps more than that in memory. Throws 413, 400. */
export async function readText(c: Context, limit: number): Promise<string> {
  const stream = c.req.raw.body
  if (!stream) return ''
  const declared = Number(c.req.header('content-length') ?? 0)
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of stream) {
      size += part.byteLength
      if (size > limit || declared > limit) parts.length = 0
      else parts.push(part)
      if (size > DRAIN_LIMIT) break
    }
  } catch {
    // the client hung up
    throw badRequest('invalid_request', 'The body did not arrive completely.')
  }
  if (size > limit || declared > limit) throw tooLarge(limit)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    throw badRequest('invalid_json', 'The body is not valid UTF-8.')
  }
}

/**
 * How many members a JSON text has, with those given twice; undefined when it is nested deeper than the limit. Doesn't
 * parse it.
 */
function countMembers(text: string): number | undefined {
  let members = 0
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 0x5c) at++
      else if (code === 0x22) quoted = false
    } else if (code === 0x22) quoted = true
    else if (code === 0x3a) members++
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > MAX_DEPTH) return undefined
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return members
}

/** Member names with a special meaning in JavaScript. */
const RESERVED = ['__proto__', 'constructor', 'prototype']

/** How many members a value has, with those of the values in it. Throws 400 for a reserved name. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const names = Array.isArray(value) ? [] : Object.keys(value)
  const reserved = names.find((name) => RESERVED.includes(name))
  if (reserved) throw badRequest('invalid_request', `The member name "${reserved}" is not allowed.`)
  return Object.values(value).reduce<number>((sum, inner) => sum + membersOf(inner), names.length)
}

/** Whether the request has this content type, ignoring parameters. */
export function hasContentType(c: Context, type: string): boolean {
  return (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() === type
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('invalid_json', 'The body is not valid JSON.')
  }
}

/** Reads a JSON body. Throws 413 (too large) or 400 (not JSON, too deep, reserved names, a field given twice). */
export async function readJson(c: Context, limit: number): Promise<unknown> {
  const text = await readText(c, limit)
  if (!hasContentType(c, 'application/json'))
    throw badRequest('invalid_content_type', 'Send the body as application/json.')
  const members = countMembers(text)
  if (members === undefined)
    throw badRequest('invalid_json', `The body is nested deeper than ${MAX_DEPTH} levels.`)
  const value = parseJson(text)
  if (membersOf(value) !== members) throw badRequest('invalid_json', 'The body gives a field twice.')
  return value
}
