import { sha256Digest, toHex } from './sha256'

// The curve P-256 (FIPS 186-4, D.1.2.3). This verifies signatures with public values only: nothing is secret, so
// the arithmetic needn't be constant-time.
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn
const BASE: Point = {
  x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
}
/** The prefix before the point in a SubjectPublicKeyInfo of this curve. */
const SPKI = '3059301306072a8648ce3d020106082a8648ce3d03010703420004'

/** null is the point at infinity */
type Point = { x: bigint; y: bigint } | null

const mod = (value: bigint, by: bigint): bigint => ((value % by) + by) % by
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes) || '0'}`)

function inverse(value: bigint, by: bigint): bigint {
  let [low, high, one, other] = [mod(value, by), by, 1n, 0n]
  while (low > 1n) {
    const times = high / low
    ;[low, high] = [high - times * low, low]
    ;[one, other] = [other - times * one, one]
  }
  return mod(one, by)
}

function add(a: Point, b: Point): Point {
  if (!a || !b) return a ?? b
  if (a.x === b.x && mod(a.y + b.y, P) === 0n) return null
  const slope =
    a.x === b.x ? (3n * a.x * a.x - 3n) * inverse(2n * a.y, P) : (b.y - a.y) * inverse(b.x - a.x, P)
  const x = mod(slope * slope - a.x - b.x, P)
  return { x, y: mod(slope * (a.x - x) - a.y, P) }
}

function times(factor: bigint, point: Point): Point {
  let sum: Point = null
  for (let rest = factor, power = point; rest > 0n; rest >>= 1n, power = add(power, power))
    if (rest & 1n) sum = add(sum, power)
  return sum
}

function pointOf(spki: Uint8Array): Point {
  const hex = toHex(spki)
  if (spki.length !== 91 || !hex.startsWith(SPKI)) return null
  const [x, y] = [numberOf(spki.subarray(27, 59)), numberOf(spki.subarray(59))]
  const onCurve = x < P && y < P && mod(y * y - (x * x * x - 3n * x + B), P) === 0n
  return onCurve ? { x, y } : null
}

/**
 * Verifies ECDSA with SHA-256 (FIPS 186-4, 6.4).
 * @param spki the public key as SubjectPublicKeyInfo, 91 bytes
 * @param signature r and s, 32 bytes each
 */
export function isSignedBy(spki: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
  const key = pointOf(spki)
  if (!key || signature.length !== 64) return false
  const [r, s] = [numberOf(signature.subarray(0, 32)), numberOf(signature.subarray(32))]
  if (r < 1n || r >= N || s < 1n || s >= N) return false
  const w = inverse(s, N)
  const sum = add(times(mod(numberOf(sha256Digest(message)) * w, N), BASE), times(mod(r * w, N), key))
  return sum !== null && mod(sum.x, N) === r
}
