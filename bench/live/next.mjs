// Next's own modules have no map of exports: outside of Next they are found by their file only.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (name, context, next) =>
    next(/^next\/(headers|navigation|server)$/.test(name) ? `${name}.js` : name, context),
})
