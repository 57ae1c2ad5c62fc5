import { expect, it } from 'vitest'
import { routeName } from './route-name'

it.each([
  ['/api/uploads', {}, '/api/uploads'],
  ['/api/uploads', undefined, '/api/uploads'],
  ['/api/uploads/17/rows', { id: '17' }, '/api/uploads/{id}/rows'],
  ['/api/uploads/%31%37', { id: '17' }, '/api/uploads/{id}'],
  ['/api/uploads/%31%37', { id: '%31%37' }, '/api/uploads/{id}'],
  ['/api/%75ploads', {}, '/api/uploads'],
  ['/api/uploads/%ff', { id: '%ff' }, '/api/uploads/{id}'],
  ['/api/a/1/b/2', { one: '1', two: '2' }, '/api/a/{one}/b/{two}'],
  ['/api/auth/callback/oidc', { nextauth: ['callback', 'oidc'] }, '/api/auth/{nextauth}'],
])('%s %j is counted as %s', (pathname, params, name) => {
  expect(routeName(pathname, params)).toBe(name)
})

it.each([
  ['/api/uploads/uploads', { id: 'uploads' }],
  ['/api/uploads/17', { id: '18' }],
])('%s %j is counted as ambiguous', (pathname, params) => {
  expect(routeName(pathname, params)).toBe('/api')
})
