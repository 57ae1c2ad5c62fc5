/**
 * Posts a form to next-auth, with the token that it wants.
 * @throws Error when there is no answer
 */
export async function postToNextAuth(path: string, fields: Record<string, string>): Promise<Response> {
  const { csrfToken } = await fetch('/api/auth/csrf', { cache: 'no-store' }).then((answer) => answer.json())
  return fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, json: 'true', ...fields }),
  })
}
