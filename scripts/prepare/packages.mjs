// What of package.json decides which packages are installed: a new script must not install everything again.
const DECIDING = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'engines']

/** @param {string} manifest the text of package.json @returns {string} the part of it that an install depends on */
export function installInputs(manifest) {
  const known = JSON.parse(manifest)
  return JSON.stringify(DECIDING.map((name) => known[name]))
}
