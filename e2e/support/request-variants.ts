import { readFileSync } from 'node:fs'
import path from 'node:path'

export type RequestVariant = { name: string; path: string; method?: string; headers?: Record<string, string> }

const readBuildId = () => readFileSync(path.join(process.env.BUILD_DIR ?? '.next', 'BUILD_ID'), 'utf8').trim()
const repeatFive = (name: string) => Array(5).fill(name).join(':')

/** Spellings of a path that a layer in front of the guard might normalise. */
const pathSpellings = (to: string): Record<string, string> => ({
  'upper case': to.toUpperCase(),
  'an encoded letter': to.replace('a', '%61'),
  'two slashes': `/${to}`,
  'a slash in between': to.replace(/(?<=.)\//, '//'),
  'an encoded slash': `/${to.slice(1).replaceAll('/', '%2f')}`,
  'a slash encoded twice': `/${to.slice(1).replaceAll('/', '%252f')}`,
  backslashes: to.replaceAll('/', '\\'),
  'a dot': `/.${to}`,
  'a path traversal': `/signin/..${to}`,
  'an encoded path traversal': `/signin/%2e%2e${to}`,
  'a slash at the end': `${to}/`,
  'a dot at the end': `${to}.`,
  'a path parameter': `${to};a=b`,
  'a space': `${to}%20`,
  'a line end': `${to}%0a`,
  'a zero byte': `${to}%00`,
  'half an escape': `${to}/%`,
  'bytes that are not UTF-8': `${to}/%ff%fe`,
  'a locale': `/en${to}`,
  'a JSON file': `${to}.json`,
  'a flight file': `${to}.rsc`,
  'a prefetched flight file': `${to}.prefetch.rsc`,
  'a segment': `${to}.segments/_tree.segment.rsc`,
  'the data of the pages router': `/_next/data/${readBuildId()}${to}.json`,
  'the data of an unknown build': `/_next/data/x${to}.json`,
  'the image optimiser': `/_next/image?url=${encodeURIComponent(to)}&w=64&q=75`,
  'a flight parameter': `${to}?_rsc=1`,
  'a route parameter': `${to}?nxtPid=1&nxtIpath=x`,
  'a locale parameter': `${to}?__nextLocale=en&__nextDataReq=1`,
  'an absolute URL': `http://127.0.0.1${to}`,
  'an absolute URL of another host': `http://evil.example${to}`,
})

/** Internal headers of frameworks and proxies, which might bypass a guard. */
const bypassHeaders = (to: string): Record<string, Record<string, string>> => ({
  'x-middleware-subrequest': { 'x-middleware-subrequest': repeatFive('middleware') },
  'x-middleware-subrequest, in src': { 'x-middleware-subrequest': repeatFive('src/middleware') },
  'x-middleware-subrequest, of a proxy': { 'x-middleware-subrequest': repeatFive('proxy') },
  'x-middleware-next': { 'x-middleware-next': '1' },
  'x-middleware-rewrite': { 'x-middleware-rewrite': to },
  'x-middleware-invoke': { 'x-middleware-invoke': '1', 'x-middleware-prefetch': '1' },
  'x-middleware-override-headers': {
    'x-middleware-override-headers': 'x-path',
    'x-middleware-request-x-path': '/account/profile',
  },
  'x-path': { 'x-path': '/account/profile' },
  'x-nextjs-data': { 'x-nextjs-data': '1' },
  rsc: { rsc: '1' },
  'a prefetch': { rsc: '1', 'next-router-prefetch': '1', purpose: 'prefetch' },
  'a prefetched segment': { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  'a router state': { rsc: '1', 'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D', 'next-url': to },
  'a broken router state': { rsc: '1', 'next-router-state-tree': '%5B' },
  'next-resume': { 'next-resume': '1' },
  'x-matched-path': { 'x-matched-path': to },
  'x-invoke-path': { 'x-invoke-path': to, 'x-invoke-status': '200', 'x-invoke-output': to },
  'x-now-route-matches': { 'x-now-route-matches': '1=x' },
  'x-prerender-revalidate': { 'x-prerender-revalidate': 'x', 'x-prerender-revalidate-if-generated': '1' },
  'x-original-url': { 'x-original-url': to, 'x-rewrite-url': to },
  'x-forwarded-host': { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  'x-forwarded-for': { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1;host=evil.example' },
  'x-http-method-override': { 'x-http-method-override': 'GET', 'x-method-override': 'GET' },
  'user headers of a proxy': {
    'x-remote-user': 'admin@accord.test',
    'x-forwarded-user': 'admin@accord.test',
  },
  'basic authentication of a proxy': { authorization: 'Basic YWRtaW46YWRtaW4=' },
})

/** Every form of a request for the path `to` that has ever bypassed a guard. */
export function requestVariants(to: string): RequestVariant[] {
  const headerSets = Object.entries(bypassHeaders(to))
  return [
    ...Object.entries(pathSpellings(to)).map(([name, path]) => ({ name, path })),
    ...headerSets.map(([name, headers]) => ({ name, path: to, headers })),
    ...headerSets.map(([name, headers]) => ({
      name: `${name}, from the sign-in page`,
      path: '/signin',
      headers,
    })),
    ...['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({
      name: method,
      path: to,
      method,
    })),
  ]
}
