const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')

/** Inputs of the result beside the source and its path. */
const others = [__filename, require.resolve('esbuild/package.json')].map((file) =>
  readFileSync(file, 'utf8'),
)

let esbuild

/**
 * Strips the types of a file, with esbuild, which is loaded only for files that have changed since their last
 * compilation. `npm run typecheck` checks the types, once for the whole project.
 */
module.exports = {
  getCacheKey(source, path, { instrument }) {
    const hash = createHash('sha1')
    for (const part of [...others, path, String(instrument), source]) hash.update(part + '\0')
    return hash.digest('hex')
  },
  process(source, path) {
    esbuild ??= require('esbuild')
    return esbuild.transformSync(source, {
      loader: 'ts',
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      // Strict mode, as in modules; otherwise a write to a frozen object fails silently.
      tsconfigRaw: { compilerOptions: { alwaysStrict: true } },
      // Real `import()` is kept for packages that are ES modules.
      supported: { 'dynamic-import': true },
      sourcefile: path,
      sourcemap: true,
    })
  },
}
