import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** The person that the issuer returns, and the errors it makes. */
export type Visit = {
  sub: string
  email?: string
  name?: string
  groups?: string[]
  email_verified?: boolean
  mischief?: 'nonce' | 'signature' | 'audience' | 'issuer' | 'expired' | 'unsigned'
}
type Grant = { visit: Visit; nonce: string; challenge: string; redirect: string; authTime: number }

const CLIENT = { id: 'accord', secret: 'a-secret-of-the-tests' }
const now = () => Math.floor(Date.now() / 1_000)

/**
 * A small OpenID Connect issuer: discovery, authorization code with PKCE (S256 only), tokens signed with RS256. It has
 * no sign-in form: everybody is `visit`. Without prompt=login the person signed in an hour ago.
 */
export async function startIssuer(origin: string) {
  const [right, wrong] = await Promise.all([keys(), keys()])
  const grants = new Map<string, Grant>()
  const state = { visit: { sub: 'nobody' } as Visit, asked: [] as URLSearchParams[] }

  async function idToken({ visit, nonce, authTime }: Grant): Promise<string> {
    const { mischief, sub, ...claims } = visit
    const told = { ...claims, auth_time: authTime, nonce: mischief === 'nonce' ? 'another' : nonce }
    const token = await new SignJWT(told)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(mischief === 'issuer' ? 'https://evil.example' : origin)
      .setAudience(mischief === 'audience' ? 'another-client' : CLIENT.id)
      .setSubject(sub)
      .setIssuedAt(mischief === 'expired' ? now() - 7_200 : now())
      .setExpirationTime(mischief === 'expired' ? now() - 3_600 : now() + 300)
      .sign(mischief === 'signature' ? wrong.privateKey : right.privateKey)
    if (mischief !== 'unsigned') return token
    const header = Buffer.from('{"alg":"none"}').toString('base64url')
    return `${header}.${token.split('.')[1]}.`
  }

  function authorize(search: URLSearchParams, answer: ServerResponse) {
    state.asked.push(search)
    if (search.get('code_challenge_method') !== 'S256' || search.get('client_id') !== CLIENT.id)
      return refuse(answer)
    const code = randomBytes(16).toString('hex')
    const redirect = search.get('redirect_uri') ?? ''
    grants.set(code, {
      visit: state.visit,
      nonce: search.get('nonce') ?? '',
      challenge: search.get('code_challenge') ?? '',
      redirect,
      authTime: search.get('prompt') === 'login' ? now() : now() - 3_600,
    })
    const back = new URLSearchParams({ code, state: search.get('state') ?? '' })
    answer.writeHead(302, { location: `${redirect}?${back}` }).end()
  }

  async function token(request: IncomingMessage, answer: ServerResponse) {
    const form = new URLSearchParams(await textOf(request))
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const right =
      request.headers.authorization === `Basic ${basic}` && form.get('redirect_uri') === grant?.redirect
    if (!grant || !right || challenge !== grant.challenge) return refuse(answer)
    json(answer, {
      access_token: 'unused',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: await idToken(grant),
    })
  }

  const server = createServer((request, answer) => {
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/.well-known/openid-configuration') return json(answer, discovery(origin))
    if (url.pathname === '/jwks') return json(answer, { keys: [right.jwk] })
    if (url.pathname === '/authorize') return authorize(url.searchParams, answer)
    if (url.pathname === '/token') return void token(request, answer)
    refuse(answer)
  })
  const { hostname, port } = new URL(origin)
  await new Promise<void>((done) => server.listen(Number(port), hostname, done))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { state, stop }
}

const discovery = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  jwks_uri: `${origin}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
})

async function keys() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' } }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const json = (answer: ServerResponse, value: object) =>
  answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const refuse = (answer: ServerResponse) =>
  answer.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_request"}')
