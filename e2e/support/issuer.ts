import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** The person that the issuer returns, and the fault that it injects into the token. */
export type IssuerUser = {
  sub: string
  email?: string
  name?: string
  groups?: string[]
  email_verified?: boolean
  fault?: 'nonce' | 'signature' | 'audience' | 'issuer' | 'expired' | 'unsigned'
}
type Grant = { user: IssuerUser; nonce: string; challenge: string; redirect: string; authTime: number }

const CLIENT = { id: 'accord', secret: 'a-secret-of-the-tests' }
const now = () => Math.floor(Date.now() / 1_000)

/**
 * A small OpenID Connect issuer: discovery, authorization code with PKCE (S256 only), tokens signed with RS256. It has
 * no sign-in form: everybody is `state.user`. Without prompt=login the person signed in an hour ago.
 */
export async function startIssuer(origin: string) {
  const [published, unknown] = await Promise.all([createKeys(), createKeys()])
  const grants = new Map<string, Grant>()
  const state = { user: { sub: 'nobody' } as IssuerUser, authorizations: [] as URLSearchParams[] }

  async function signIdToken({ user, nonce, authTime }: Grant): Promise<string> {
    const { fault, sub, ...claims } = user
    const payload = { ...claims, auth_time: authTime, nonce: fault === 'nonce' ? 'another' : nonce }
    const token = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(fault === 'issuer' ? 'https://evil.example' : origin)
      .setAudience(fault === 'audience' ? 'another-client' : CLIENT.id)
      .setSubject(sub)
      .setIssuedAt(fault === 'expired' ? now() - 7_200 : now())
      .setExpirationTime(fault === 'expired' ? now() - 3_600 : now() + 300)
      .sign(fault === 'signature' ? unknown.privateKey : published.privateKey)
    if (fault !== 'unsigned') return token
    const header = Buffer.from('{"alg":"none"}').toString('base64url')
    return `${header}.${token.split('.')[1]}.`
  }

  function authorize(search: URLSearchParams, response: ServerResponse) {
    state.authorizations.push(search)
    if (search.get('code_challenge_method') !== 'S256' || search.get('client_id') !== CLIENT.id)
      return refuse(response)
    const code = randomBytes(16).toString('hex')
    const redirect = search.get('redirect_uri') ?? ''
    grants.set(code, {
      user: state.user,
      nonce: search.get('nonce') ?? '',
      challenge: search.get('code_challenge') ?? '',
      redirect,
      authTime: search.get('prompt') === 'login' ? now() : now() - 3_600,
    })
    const callback = new URLSearchParams({ code, state: search.get('state') ?? '' })
    response.writeHead(302, { location: `${redirect}?${callback}` }).end()
  }

  async function token(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams(await readText(request))
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const authenticated =
      request.headers.authorization === `Basic ${basic}` && form.get('redirect_uri') === grant?.redirect
    if (!grant || !authenticated || challenge !== grant.challenge) return refuse(response)
    sendJson(response, {
      access_token: 'unused',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: await signIdToken(grant),
    })
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/.well-known/openid-configuration')
      return sendJson(response, discoveryDocument(origin))
    if (url.pathname === '/jwks') return sendJson(response, { keys: [published.jwk] })
    if (url.pathname === '/authorize') return authorize(url.searchParams, response)
    if (url.pathname === '/token') return void token(request, response)
    refuse(response)
  })
  const { hostname, port } = new URL(origin)
  await new Promise<void>((done) => server.listen(Number(port), hostname, done))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { state, stop }
}

const discoveryDocument = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  jwks_uri: `${origin}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
})

async function createKeys() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' } }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const sendJson = (response: ServerResponse, value: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const refuse = (response: ServerResponse) =>
  response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_request"}')
