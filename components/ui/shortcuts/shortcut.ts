'use client'
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { createKeybindingsHandler } from 'tinykeys'
import { fieldToLeave, ignoresKey, pattern, usesModifier } from './shortcut-rules'

export type ShortcutGroup = 'everywhere' | 'go' | 'page'
export type Shortcut = { keys: string; label: string; group: ShortcutGroup }
type Entry = Shortcut & { run: (event: KeyboardEvent) => void; inDialog: boolean }
type Options = {
  /** Its line in the "?" dialog. */
  label: string
  group?: ShortcutGroup
  enabled?: boolean
  /** Also works while a dialog is open; for dialogs with their own shortcuts. */
  inDialog?: boolean
}

const entries: Entry[] = []
const watchers = new Set<() => void>()
let list: Shortcut[] = []
let stop: (() => void) | undefined

/**
 * Binds keys while the component is mounted: `n`, `g h`, `$mod+k`, `?`. A page may override a key of the shell. Single
 * keys do nothing in text fields, menus and dialogs, and while the person has turned them off.
 */
export function useShortcut(keys: string, handler: (event: KeyboardEvent) => void, options: Options) {
  const { label, group = 'page', enabled = true, inDialog = false } = options
  const run = useEffectEvent(handler)
  // before the first paint, so that a shortcut works as soon as its button is visible
  useLayoutEffect(() => {
    if (!enabled) return
    const entry: Entry = { keys, label, group, inDialog, run }
    entries.push(entry)
    changed()
    return () => {
      entries.splice(entries.indexOf(entry), 1)
      changed()
    }
  }, [keys, label, group, enabled, inDialog])
}

/** All shortcuts of this page, for the "?" dialog. */
export function useShortcutList(): Shortcut[] {
  return useSyncExternalStore(
    subscribe,
    () => list,
    () => EMPTY,
  )
}
const EMPTY: Shortcut[] = []

const STORE = 'accord.single-keys'
let silenced: boolean | undefined

function singleKeysOff(): boolean {
  silenced ??= localStorage.getItem(STORE) === 'off'
  return silenced
}

/** The person's setting for single-key shortcuts (WCAG 2.1.4), stored in this browser. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    subscribe,
    () => !singleKeysOff(),
    () => true,
  )
  const set = (next: boolean) => {
    silenced = !next
    localStorage.setItem(STORE, next ? 'on' : 'off')
    for (const watcher of watchers) watcher()
  }
  return [on, set]
}

function subscribe(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** The page overrides the shell (whose effects run later); otherwise the last one mounted wins. */
const winner = (keys: string) =>
  entries.findLast((each) => each.keys === keys && each.group === 'page') ??
  entries.findLast((each) => each.keys === keys)

let binding = false

/** A page binds many keys at once, so they are bound together, still before the first paint. */
function changed() {
  if (binding) return
  binding = true
  queueMicrotask(bind)
}

function bind() {
  binding = false
  const byKeys = new Map(entries.map(({ keys }) => [keys, winner(keys) as Entry]))
  list = [...byKeys.values()].map(({ keys, label, group }) => ({ keys, label, group }))
  stop?.()
  stop = byKeys.size > 0 ? listen([...byKeys.keys()]) : undefined
  for (const watcher of watchers) watcher()
}

function listen(keys: string[]) {
  const bound = keys.map((each) => [pattern(each), (event: KeyboardEvent) => press(each, event)] as const)
  const handler = createKeybindingsHandler(Object.fromEntries(bound), { timeout: 800, ignore: () => false })
  const listeners = [leaveField, handler]
  for (const each of listeners) window.addEventListener('keydown', each)
  return () => {
    for (const each of listeners) window.removeEventListener('keydown', each)
  }
}

/** Escape blurs a text field, also with single keys off. Its other actions need another press. */
function leaveField(event: KeyboardEvent) {
  const field = fieldToLeave(event)
  if (!field) return
  event.preventDefault()
  field.blur()
}

function press(keys: string, event: KeyboardEvent) {
  const entry = winner(keys)
  if (!entry || event.defaultPrevented || event.repeat) return
  if (!usesModifier(keys) && singleKeysOff()) return
  if (ignoresKey(keys, event, entry.inDialog)) return
  event.preventDefault()
  entry.run(event)
}
