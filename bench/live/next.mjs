// Next's own modules have no exports map, so outside of Next they are resolved by file.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (name, context, next) =>
    next(/^next\/(headers|navigation|server)$/.test(name) ? `${name}.js` : name, context),
})
