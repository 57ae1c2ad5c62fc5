import type { createTranslator, Messages, NamespaceKeys, NestedKeyOf } from 'use-intl/core'

/** A part of the messages that a translator can be made for: a file of messages/en, or a group in it. */
export type Namespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>

/** The type of the `t` of a namespace, for functions that take one. */
export type Translate<Name extends Namespace> = ReturnType<typeof createTranslator<Messages, Name>>

type Keyed<Key extends string> = { has: (key: Key) => boolean; raw: (key: Key) => unknown }

/** Whether there is a message for a key that comes from outside. The only place where a text becomes a key. */
export const hasKey = <Key extends string>(t: Keyed<Key>, key: string): key is Key =>
  // `has` alone is true for a group, and for what every object inherits
  t.has(key as Key) && typeof t.raw(key as Key) === 'string'

/** @returns the key when there is a message for it, else the other one */
export const keyOr = <Key extends string>(t: Keyed<Key>, key: string, other: NoInfer<Key>): Key =>
  hasKey(t, key) ? key : other

/** @returns the message for a key that comes from outside; when there is none, the key itself or the other text */
export const wordFor = <Key extends string>(
  t: Keyed<Key> & ((key: Key) => string),
  key: string,
  other = key,
): string => (hasKey(t, key) ? t(key) : other)

/** Every key of a namespace. */
export type MessageKey<Name extends Namespace> = Parameters<Translate<Name>['has']>[0]
