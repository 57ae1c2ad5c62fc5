import 'server-only'
import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Special-purpose ranges of the IANA registries: loopback, private, link-local (cloud metadata), and reserved. */
const NOT_PUBLIC_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
/** Parts of the global unicast range that are special, such as those that embed an IPv4 address. */
const NOT_PUBLIC_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const closed = new BlockList()
for (const [net, bits] of NOT_PUBLIC_4) closed.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of NOT_PUBLIC_6) closed.addSubnet(net, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an IP address belongs to the public internet. For IPv6 only global unicast does: no mapped, translated,
 * local or scoped address. Anything that isn't an IP address is not public.
 */
export function isPublicAddress(address: string): boolean {
  const family = address.includes('%') ? 0 : isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Why the host of a typed address is refused, before DNS resolution. */
export type UrlProblem =
  | 'address_malformed'
  | 'address_https'
  | 'address_parts'
  | 'address_port'
  | 'address_host'

const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/

/**
 * Checks the text of an address: https on the default port, a full domain name, no user name before an @. The URL
 * parser has already normalised decimal, octal, hexadecimal and full-width spellings.
 * @returns the parsed URL, or the reason why it's refused
 */
export function checkPublicUrl(raw: string): { ok: true; url: URL } | { ok: false; reason: UrlProblem } {
  const refuse = (reason: UrlProblem) => ({ ok: false as const, reason })
  const text = raw.trim()
  if (text.length > 2_000 || !URL.canParse(text)) return refuse('address_malformed')
  const url = new URL(text)
  if (url.protocol !== 'https:') return refuse('address_https')
  if (url.username || url.password || url.hash || /[@#]/.test(authorityOf(text)))
    return refuse('address_parts')
  if (url.port !== '') return refuse('address_port')
  return isWholeName(url.hostname) ? { ok: true, url } : refuse('address_host')
}

/** The authority as typed: parsing drops an empty user name before an @. */
const authorityOf = (text: string) => /^[a-z]+:[\\/]*([^\\/?]*)/i.exec(text)?.[1] ?? ''

/** The last label of a name begins with a letter, which that of an IP address doesn't. */
const isWholeName = (host: string) =>
  host.length <= 253 &&
  /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(host) &&
  !LOCAL_NAME.test(host)

type Resolve = (
  host: string,
  options: { all: true; verbatim: true },
  done: (error: NodeJS.ErrnoException | null, found: { address: string; family: number }[]) => void,
) => void

/** Thrown for a name or address that isn't public. */
export class NotPublic extends Error {
  readonly code = 'address_private'
  constructor() {
    super('The address is not on the public internet')
    this.name = 'NotPublic'
  }
}

/**
 * Resolves a name once, for the connection that uses the result, so that DNS rebinding has no effect. One private
 * address among several refuses them all.
 */
export const publicLookup =
  (resolve: Resolve = systemLookup as Resolve): LookupFunction =>
  (host, options, done) =>
    resolve(host, { all: true, verbatim: true }, (error, found) => {
      if (error) return done(error, '', 0)
      const [first] = found
      if (!first || !found.every(({ address }) => isPublicAddress(address)))
        return done(new NotPublic(), '', 0)
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })

/** The origins in a list separated by commas or spaces; entries that are no http or https URL are ignored. */
export const originsOf = (list: string): string[] =>
  list
    .split(/[\s,]+/)
    .filter((entry) => URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol))
    .map((entry) => new URL(entry).origin)
