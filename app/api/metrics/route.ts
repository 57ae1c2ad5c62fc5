import { createHash, timingSafeEqual } from 'node:crypto'
import { metricsText } from '@/lib/http/metrics.server'
import { definePublicRoute, methods } from '@/lib/http/route.server'
import { env } from '@/lib/platform/env.server'
import { notFound, Refusal } from '@/lib/platform/refusal'

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSameToken = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

/** Metrics for Prometheus, for callers with METRICS_TOKEN. 404 without that setting. */
export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: definePublicRoute(async (request) => {
    const token = env().METRICS_TOKEN
    if (!token) throw notFound()
    const shown = request.headers.get('authorization') ?? ''
    if (!isSameToken(shown, `Bearer ${token}`))
      throw new Refusal(401, 'metrics_token', 'Send the metrics token.', {
        headers: { 'www-authenticate': 'Bearer realm="metrics"' },
      })
    return new Response(await metricsText(), {
      headers: {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'private, no-store',
      },
    })
  }),
})
