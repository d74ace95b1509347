const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '../..')

/** What else decides about the outcome, beside the source. */
const surroundings = [
  __filename,
  join(root, 'tsconfig.json'),
  require.resolve('ts-jest/package.json'),
  require.resolve('typescript/package.json'),
].map((file) => readFileSync(file, 'utf8'))

let tsJest

/**
 * ts-jest, loaded only for a file that has changed since it was compiled last: with it comes the
 * whole of TypeScript, which takes each process a second and 100 MB. It only strips types here;
 * `npm run typecheck` checks them once for the whole project.
 */
module.exports = {
  getCacheKey(source, path, { instrument }) {
    const hash = createHash('sha1')
    for (const part of [...surroundings, path, String(instrument), source]) hash.update(part + '\0')
    return hash.digest('hex')
  },
  process(source, path, options) {
    tsJest ??= require('ts-jest').default.createTransformer({ tsconfig: 'tsconfig.json' })
    return tsJest.process(source, path, options)
  },
}
