/** The name for requests whose path doesn't reveal which of its segments are parameters. */
const FALLBACK = '/api'

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * The route of a request, as in `/api/uploads/{id}/rows`: the same for every path it serves, so that clients
 * can't create metric labels.
 * @param params of the route, as Next passes them: `{ id: '…' }`, or a list for `[...all]`
 */
export function routeName(pathname: string, params: Record<string, string | string[]> = {}): string {
  const segments = pathname.split('/').map(decodeSegment)
  for (const [name, value] of Object.entries(params)) {
    const values = [value].flat().map(decodeSegment)
    const places = segments.flatMap((_, at) =>
      values.every((one, n) => segments[at + n] === one) ? [at] : [],
    )
    const [place] = places
    if (place === undefined || places.length > 1) return FALLBACK
    segments.splice(place, values.length, `{${name}}`)
  }
  return segments.join('/')
}
