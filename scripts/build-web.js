'use strict'

/**
 * Builds the web app: `src/web` to `dist-web`. Scripts, styles and pictures get names that hold
 * a hash of what is in them, so that browsers may keep them for ever; the shell, which names them, does not.
 *
 *   node scripts/build-web.js            builds once, if anything has changed
 *   node scripts/build-web.js --watch    and again at each change
 */

const fs = require('node:fs')
const path = require('node:path')
const crypto = require('node:crypto')
const { compressAssets } = require('./compress-web')
const { drawIcons } = require('./draw-icons')
const { packEmojiTable } = require('./lib/emoji-table')

const root = path.resolve(__dirname, '..')
const source = path.join(root, 'src', 'web')
const target = path.join(root, 'dist-web')

/** Copied as they are: what must have a name that does not change. */
const fixedNames = ['manifest.webmanifest', 'icons']

/**
 * `import sprite from 'icons.svg'` is one picture of all icons in use, each a <symbol> by its name.
 * Their names are the lines of `parts/icon/names.ts`.
 */
const iconSprite = {
  name: 'icon-sprite',
  setup(build) {
    build.onResolve({ filter: /^icons[.]svg$/ }, () => ({ path: 'icons.svg', namespace: 'sprite' }))
    build.onLoad({ filter: /.*/, namespace: 'sprite' }, () => {
      const list = path.join(source, 'parts', 'icon', 'names.ts')
      return { contents: makeSprite(iconNames(list)), loader: 'file', watchFiles: [list] }
    })
  },
}

function iconNames(file) {
  const names = fs.readFileSync(file, 'utf8').matchAll(/^ {2}'([a-z0-9-]+)',$/gm)
  return Array.from(names, ([, name]) => name)
}

function makeSprite(names) {
  const symbols = names.map((name) => {
    const file = require.resolve(`lucide-static/icons/${name}.svg`)
    const [, drawing] = /<svg[^>]*>([^]*)<\/svg>/.exec(fs.readFileSync(file, 'utf8'))
    return `<symbol id="${name}" viewBox="0 0 24 24">${drawing.replace(/\s+/g, ' ').trim()}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}

const serverEmoji = path.join(root, 'src', 'markdown', 'emoji-data.json')

/** `import('emoji-table.json')` is the server's own table of emoji, packed. */
const emojiTable = {
  name: 'emoji-table',
  setup(build) {
    build.onResolve({ filter: /^emoji-table[.]json$/ }, ({ path }) => ({
      path,
      namespace: 'emoji',
    }))
    build.onLoad({ filter: /.*/, namespace: 'emoji' }, () => {
      const packed = packEmojiTable(fs.readFileSync(serverEmoji, 'utf8'))
      return { contents: JSON.stringify(packed), loader: 'json', watchFiles: [serverEmoji] }
    })
  },
}

/**
 * `import 'component-styles'` is the style sheets of all components, so that the one sheet of the page has those of
 * parts that are loaded later as well: nothing would load sheets of their own, and together they are small.
 */
const componentStyles = {
  name: 'component-styles',
  setup(build) {
    build.onResolve({ filter: /^component-styles$/ }, ({ path }) => ({ path, namespace: 'styles' }))
    build.onLoad({ filter: /.*/, namespace: 'styles' }, () => {
      const folders = ['parts', 'screens'].map((name) => path.join(source, name))
      const sheets = folders.flatMap((folder) =>
        fs
          .readdirSync(folder, { recursive: true })
          .filter((file) => file.endsWith('.module.css'))
          .map((file) => path.join(folder, file)),
      )
      const lines = sheets.sort().map((sheet) => `import ${JSON.stringify(sheet)}`)
      return { contents: lines.join('\n'), resolveDir: source, watchDirs: folders }
    })
  },
}

/** Writes the shell, which names what was made, and drops what an earlier build left. */
const shell = {
  name: 'shell',
  setup(build) {
    build.onEnd(({ errors, metafile }) => {
      if (errors.length > 0) return
      const outputs = Object.entries(metafile.outputs)
      const [script, { cssBundle }] = outputs.find(([, made]) =>
        made.entryPoint?.endsWith('main.tsx'),
      )
      const address = (file) => '/' + path.relative(target, path.join(root, file))
      const version = crypto
        .createHash('sha256')
        .update(Object.keys(metafile.outputs).sort().join())
        .digest('hex')
      const filled = {
        script: address(script),
        style: address(cssBundle),
        version: version.slice(0, 16),
      }
      const text = fs.readFileSync(path.join(source, 'index.html'), 'utf8')
      fs.writeFileSync(
        path.join(target, 'index.html'),
        text.replace(/{{(\w+)}}/g, (_match, name) => filled[name]),
      )
      for (const name of fixedNames)
        fs.cpSync(path.join(source, name), path.join(target, name), { recursive: true })
      fs.writeFileSync(path.join(target, 'metafile.json'), JSON.stringify(metafile))
      // The page has one sheet; those that were made beside it are parts of that.
      const used = outputs.filter(
        ([file]) => !/[.]css([.]map)?$/.test(file) || file.startsWith(cssBundle),
      )
      removeLeftovers(new Set(used.map(([file]) => path.basename(file))))
    })
  },
}

function removeLeftovers(made) {
  const folder = path.join(target, 'assets')
  for (const file of fs.readdirSync(folder)) {
    const original = file.replace(/[.](br|gz)([.]part)?$/, '')
    if (!made.has(original)) fs.rmSync(path.join(folder, file))
  }
}

/** Where a build leaves the digest of what it was made of. */
const stamp = path.join(target, '.made-of')

/** Everything that decides what is built: sources, packages, and how it is done. */
function digestOfSources() {
  const files = fs
    .readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  // This script and those that it has loaded.
  const scripts = Object.keys(require.cache).filter((file) => file.startsWith(__dirname + path.sep))
  const packages = path.join(root, 'package-lock.json')
  const hash = crypto.createHash('sha256')
  for (const file of [...files, serverEmoji, packages, ...scripts.sort()]) {
    const bytes = fs.readFileSync(file)
    hash.update(`${path.relative(root, file)} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

function isUpToDate(digest) {
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === digest
}

async function main() {
  const isWatching = process.argv.includes('--watch')
  const digest = digestOfSources()
  if (!isWatching && isUpToDate(digest)) return
  fs.mkdirSync(target, { recursive: true })
  fs.rmSync(stamp, { force: true })
  await build(isWatching)
  if (isWatching) return
  await drawIcons(path.join(target, 'icons'))
  await compressAssets(path.join(target, 'assets'))
  fs.writeFileSync(stamp, digest)
}

async function build(isWatching) {
  // Takes longer to load than to see that there is nothing to do.
  const esbuild = require('esbuild')
  const context = await esbuild.context({
    absWorkingDir: root,
    entryPoints: { main: path.join(source, 'main.tsx') },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    minify: true,
    sourcemap: true,
    legalComments: 'linked',
    outdir: path.join(target, 'assets'),
    publicPath: '/assets/',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    tsconfig: path.join(source, 'tsconfig.json'),
    metafile: true,
    logLevel: 'warning',
    plugins: [iconSprite, emojiTable, componentStyles, shell],
  })
  if (isWatching) {
    await context.watch()
    return
  }
  try {
    await context.rebuild()
  } finally {
    // Else the compiler's own process would keep this one from ending.
    await context.dispose()
  }
}

main().catch((error) => {
  // The compiler has said what it found in the sources.
  if (!Array.isArray(error.errors)) console.error(error)
  process.exitCode = 1
})
