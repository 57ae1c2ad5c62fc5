import { Refusal } from '@/lib/platform/refusal'

const MAX_DEPTH = 20
const MAX_KEYS = 5_000
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

const refuse = (code: string, message: string) => new Refusal(400, code, message)

/**
 * Scans a JSON text once for its depth, number of keys, duplicate keys and keys that reach a prototype, which
 * JSON.parse doesn't check. Syntax errors are left to JSON.parse.
 */
function inspectJson(text: string): void {
  const objects: (Set<string> | null)[] = []
  let keys = 0
  let i = 0
  while (i < text.length) {
    const char = text[i]
    if (char === '{' || char === '[') {
      if (objects.push(char === '{' ? new Set() : null) > MAX_DEPTH)
        throw refuse('json_too_deep', 'The JSON is nested too deep.')
      i++
    } else if (char === '}' || char === ']') {
      objects.pop()
      i++
    } else if (char === '"') {
      const end = stringEnd(text, i)
      const isKey = text[afterSpace(text, end)] === ':'
      const seen = objects.at(-1)
      if (isKey && seen) {
        if (++keys > MAX_KEYS) throw refuse('json_too_large', 'The JSON has too many keys.')
        checkKey(text.slice(i, end), seen)
      }
      i = end
    } else i++
  }
}

function afterSpace(text: string, start: number): number {
  let i = start
  while (i < text.length && ' \n\r\t'.includes(text.charAt(i))) i++
  return i
}

function stringEnd(text: string, start: number): number {
  let i = start + 1
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1
  return Math.min(i + 1, text.length)
}

function checkKey(raw: string, seen: Set<string>) {
  let key = raw
  try {
    key = JSON.parse(raw) as string
  } catch {
    throw refuse('json_invalid', 'The body isn’t valid JSON.')
  }
  if (FORBIDDEN.has(key)) throw refuse('json_forbidden_key', `The key “${key}” isn’t allowed.`)
  if (seen.has(key)) throw refuse('json_duplicate_key', `The key “${key}” is given twice.`)
  seen.add(key)
}

/**
 * Refuses a JSON text that gives a key twice. An object without objects inside is only counted, which costs nothing
 * even for 100,000 of them.
 * @param value what the text was parsed to
 * @throws Refusal 400 json_duplicate_key, or as `parseJsonObject`
 */
export function refuseDuplicateKeys(text: string, value: unknown): void {
  const kept = typeof value === 'object' && value !== null ? Object.keys(value).length : 0
  if (countKeys(text) !== kept) inspectJson(text)
}

/** @returns how many keys a valid JSON text has at any depth, with those given twice */
export function countKeys(text: string): number {
  let keys = 0
  for (let start = text.indexOf('"'); start >= 0; ) {
    let end = text.indexOf('"', start + 1)
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
    const next = afterSpace(text, end + 1)
    if (text[next] === ':') keys++
    start = text.indexOf('"', next)
  }
  return keys
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote
  while (text[first - 1] === '\\') first--
  return (quote - first) % 2 === 1
}

/** @returns the object in a text. @throws Refusal 400 json_invalid | json_object_required | json_too_deep | … */
export function parseJsonObject(text: string): Record<string, unknown> {
  if (text.trim() === '') throw refuse('json_object_required', 'Send a JSON object.')
  inspectJson(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('json_invalid', 'The body isn’t valid JSON.')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw refuse('json_object_required', 'Send a JSON object.')
  return value as Record<string, unknown>
}
