import { setTimeout as sleep } from 'node:timers/promises'

export const PASSWORD = 'a password of the fault tests'
export const PEOPLE = {
  analyst: { email: 'analyst@accord.test', name: 'Fault Analyst', roles: ['analyst'] },
  reviewer: { email: 'reviewer@accord.test', name: 'Fault Reviewer', roles: ['reviewer'] },
  second: { email: 'second@accord.test', name: 'Fault Second Reviewer', roles: ['reviewer'] },
} as const
export type PersonName = keyof typeof PEOPLE

export type PersonResponse = { status: number; body: Record<string, unknown> }

/** Sends a person's HTTP requests as the pages do. */
export class Person {
  readonly #address: string
  #cookie = ''

  private constructor(address: string) {
    this.#address = address
  }

  static async signIn(address: string, name: PersonName): Promise<Person> {
    const person = new Person(address)
    for (let attempt = 0; attempt < 40; attempt++) {
      person.#cookie = await person.#trySignIn(PEOPLE[name].email).catch(() => '')
      if (person.#cookie) return person
      await sleep(500)
    }
    throw new Error(`the ${name} could not sign in`)
  }

  /** @returns the cookies of the session, or an empty string when the sign-in was refused */
  async #trySignIn(email: string): Promise<string> {
    const csrf = await fetch(`${this.#address}/api/auth/csrf`)
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const response = await fetch(`${this.#address}/api/auth/callback/credentials`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: this.#address, cookie: readCookies(csrf) },
      body: new URLSearchParams({ csrfToken, email, password: PASSWORD, json: 'true' }),
    })
    const cookies = readCookies(response)
    return cookies.includes('accord.session') ? cookies : ''
  }

  async get(path: string): Promise<PersonResponse> {
    const response = await fetch(this.#address + path, { headers: { cookie: this.#cookie } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  async post(
    path: string,
    body: Uint8Array | object | undefined,
    headers: Record<string, string> = {},
  ): Promise<PersonResponse> {
    const raw = body instanceof Uint8Array ? new Uint8Array(body) : null
    const type = body && !raw ? { 'content-type': 'application/json' } : undefined
    const response = await fetch(this.#address + path, {
      method: 'POST',
      headers: { ...type, ...headers, origin: this.#address, cookie: this.#cookie },
      ...(body && { body: raw ?? JSON.stringify(body) }),
      signal: AbortSignal.timeout(45_000),
    })
    const text = await response.text()
    return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
  }
}

const readCookies = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
