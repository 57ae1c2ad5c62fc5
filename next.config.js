/** Headers that never change. The Content-Security-Policy carries a nonce, so proxy.ts writes it. */
const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
}

/** Escapes that decode to UTF-8. A path with any other one has no page, and Next would answer 500. */
const ESCAPE = [
  '%[0-7][0-9a-fA-F]',
  '%(?:[cC][2-9a-fA-F]|[dD][0-9a-fA-F])%[89abAB][0-9a-fA-F]',
  '%[eE][0-9a-fA-F](?:%[89abAB][0-9a-fA-F]){2}',
  '%[fF][0-4](?:%[89abAB][0-9a-fA-F]){3}',
].join('|')
const BROKEN = `(?!(?:[^%]|${ESCAPE})*$).*`

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  distDir: process.env.BUILD_DIR || '.next',
  reactStrictMode: true,
  images: { unoptimized: true },
  // npm run dev: the start asks these until they answer
  logging: { incomingRequests: { ignore: [/^\/api\/(?:health|ready)$/] } },
  // reads its own files by their place on the disk
  serverExternalPackages: ['pdfkit'],
  turbopack: { root: import.meta.dirname },
  // `npm test -- types` checks them, and no build needs to do it again
  typescript: { ignoreBuildErrors: true },
  // forbidden() answers 403 with app/(desk)/forbidden.tsx
  experimental: {
    authInterrupts: true,
    // proxy.ts would buffer 10 MB of the body of each request to a page, and no page needs one
    proxyClientMaxBodySize: 64 * 1024,
    // the next build of a checkout is faster with it, and a continuous integration makes only one
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
  rewrites: async () => ({
    beforeFiles: [
      // app/api/[...address]
      { source: `/api/(${BROKEN})`, destination: '/api/not-found' },
      { source: `/(${BROKEN})`, destination: '/not-found' },
    ],
  }),
  headers: async () => [
    { source: '/:path*', headers: Object.entries(securityHeaders).map(([key, value]) => ({ key, value })) },
  ],
}

export default config
