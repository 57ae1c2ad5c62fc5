// Part of the page that verifies an evidence pack offline (page.ts): no imports from outside this folder. Browsers have
// crypto.subtle in pages that are opened from a disk or over HTTPS.

const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

type Bytes = Uint8Array<ArrayBuffer>

/** SHA-256 in hex. */
export async function sha256Of(value: Uint8Array | string): Promise<string> {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  const digest = await crypto.subtle.digest('SHA-256', bytes as Bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Verifies ECDSA with SHA-256 on the curve P-256.
 * @param spki the public key as SubjectPublicKeyInfo
 * @param signature r and s, 32 bytes each
 * @returns false also for a key of another kind
 */
export async function isSignedBy(
  spki: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('spki', spki as Bytes, P256, false, ['verify']).catch(() => null)
  return key !== null && crypto.subtle.verify(P256, key, signature as Bytes, message as Bytes)
}
