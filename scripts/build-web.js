'use strict'

/**
 * Builds the web app: `src/web` to `dist-web`. Names of scripts, styles and pictures contain a hash of their
 * content, so that browsers may cache them forever; the shells, which name them, are not cached. Each language
 * of `src/web/texts/languages.json` has its own scripts and its own shell.
 *
 *   node scripts/build-web.js            builds once, if anything has changed
 *   node scripts/build-web.js --watch    and again at each change
 */

const fs = require('node:fs')
const path = require('node:path')
const { compressAssets } = require('./compress-web')
const { drawIcons } = require('./draw-icons')
const { buildStamps } = require('./lib/build-stamps')
const { packEmojiTable } = require('./lib/emoji-table')
const { passwordJudge } = require('./lib/password-judge')
const { catalogIn, readLanguages, traceSentencesIn } = require('./lib/web-languages')
const { createShells } = require('./lib/web-shells')
const { createShrinkingWriter } = require('./lib/shrink-scripts')
const { standalone, standaloneScripts } = require('./lib/standalone-scripts')

const root = path.resolve(__dirname, '..')
const source = path.join(root, 'src', 'web')
const target = path.join(root, 'dist-web')
const stamps = buildStamps(root)

/** Our own drawings, in the style of the icon set. */
const ownIcons = path.join(source, 'ui', 'icon', 'own')

/**
 * `import sprite from 'icons.svg'` is one picture of all icons in use, each a <symbol> by its name. Their
 * names are the lines of `lib/icon-names.ts`; a drawing in `ui/icon/own` comes before the icon set's.
 */
const iconSprite = {
  name: 'icon-sprite',
  setup(build) {
    build.onResolve({ filter: /^icons[.]svg$/ }, () => ({ path: 'icons.svg', namespace: 'sprite' }))
    build.onLoad({ filter: /.*/, namespace: 'sprite' }, () => {
      const list = path.join(source, 'lib', 'icon-names.ts')
      const watched = { watchFiles: [list], watchDirs: [ownIcons] }
      return { contents: makeSprite(iconNames(list)), loader: 'file', ...watched }
    })
  },
}

function iconNames(file) {
  const names = fs.readFileSync(file, 'utf8').matchAll(/^ {2}[|] '([a-z0-9-]+)'$/gm)
  return Array.from(names, ([, name]) => name)
}

function makeSprite(names) {
  const symbols = names.map((name) => {
    const own = path.join(ownIcons, `${name}.svg`)
    const isOwn = fs.existsSync(own)
    const file = isOwn ? own : require.resolve(`lucide-static/icons/${name}.svg`)
    const [, drawing] = /<svg[^>]*>([^]*)<\/svg>/.exec(fs.readFileSync(file, 'utf8'))
    return `<symbol id="${name}" viewBox="0 0 24 24">${drawing.replace(/\s+/g, ' ').trim()}</symbol>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}

const serverEmoji = path.join(root, 'src', 'server', 'text', 'markdown', 'emoji-data.json')

/**
 * `import address from 'emoji-table.json'` is the address of the server's emoji table, packed: data, not a
 * script.
 */
const emojiTable = {
  name: 'emoji-table',
  setup(build) {
    build.onResolve({ filter: /^emoji-table[.]json$/ }, ({ path }) => ({
      path,
      namespace: 'emoji',
    }))
    build.onLoad({ filter: /.*/, namespace: 'emoji' }, () => {
      const packed = packEmojiTable(fs.readFileSync(serverEmoji, 'utf8'))
      return { contents: JSON.stringify(packed), loader: 'file', watchFiles: [serverEmoji] }
    })
  },
}

/**
 * Folders that only the lazy chunk of `src/web/settings-areas.ts` uses: their styles are a separate sheet, fetched
 * with the chunk.
 */
const settingsFolders = [
  'ui/table',
  'parts/setting',
  'parts/settings-area',
  'ui/picture-field',
  'parts/copy-button',
  'ui/ordered-list',
  'parts/group-picker',
  'parts/group-setting',
  'parts/people-choice',
  'parts/person-finder',
  'parts/profile-fields',
  'features/first-steps',
  'features/settings',
  'features/organization',
  'features/proof',
  'features/streams',
  'features/trace',
  'features/groups',
]

/**
 * Two sheets beside that of the shell: `page-styles`, with those of all components, including lazily loaded ones, as together they are
 * small; and `settings-styles`, fetched with the chunk of `settings-areas.ts`. The bundler's own sheet would contain both,
 * as it follows imports.
 */
const styles = {
  name: 'styles',
  setup(build) {
    build.onResolve({ filter: /^(page|settings)-styles$/ }, ({ path }) => ({
      path,
      namespace: 'styles',
    }))
    build.onLoad({ filter: /.*/, namespace: 'styles' }, ({ path: name }) => {
      const folders = ['ui', 'parts', 'features'].map((folder) => path.join(source, folder))
      const sheets = folders.flatMap((folder) =>
        fs
          .readdirSync(folder, { recursive: true })
          .filter((file) => file.endsWith('.module.css'))
          .map((file) => path.join(folder, file)),
      )
      const isOfPage = name === 'page-styles'
      const wanted = sheets.filter((sheet) => isOfSettingsAreas(sheet) !== isOfPage).sort(byPart)
      if (isOfPage) wanted.unshift(path.join(source, 'styles', 'index.css'))
      const contents = wanted.map((sheet) => `@import ${JSON.stringify(sheet)};`).join('\n')
      return { contents, loader: 'css', resolveDir: source, watchDirs: folders }
    })
  },
}

/** Sheets of `parts` and `ui` are mixed, by the names of their folders: of two equal selectors, the later one wins. */
function byPart(one, other) {
  const [first, second] = [one, other].map((sheet) =>
    path.relative(source, sheet).replace(/^parts/, 'ui'),
  )
  return first < second ? -1 : 1
}

function isOfSettingsAreas(sheet) {
  const folder = path.relative(source, path.dirname(sheet)).split(path.sep).join('/')
  return settingsFolders.some((one) => folder === one || folder.startsWith(`${one}/`))
}

/** The first script of the page, and the lazy chunks; a lazy chunk can rely on the first script. */
const first = path.join(source, 'main.tsx')
const fetchedLater =
  /[\\/]src[\\/]web[\\/](lazy-chunk|settings-areas|logged-out|data[\\/]narrow[\\/]suggest|data[\\/]paste[\\/]markdown-of-html)[.]tsx?$/

/**
 * Makes lazy chunks import from the first script, which is loaded by then. The bundler makes a shared chunk
 * for each set of entries that have modules in common: so the whole first script is one file, instead of one
 * for each set of users of some of its modules.
 */
const oneFirstFile = {
  name: 'one-first-file',
  setup(build) {
    build.onLoad({ filter: fetchedLater }, async ({ path: file }) => {
      const text = await fs.promises.readFile(file, 'utf8')
      const contents = `${text}\nimport ${JSON.stringify(first)}\n`
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts', watchFiles: [file] }
    })
  },
}

/**
 * Loads `turndown` as outside of a page. In a page it tries on loading whether it can parse HTML, which the content security policy of
 * the app forbids and reports; the app gives it nodes.
 */
const withoutParser = {
  name: 'without-parser',
  setup(build) {
    build.onLoad({ filter: /[\\/]turndown[.]browser[.]es[.]js$/ }, async ({ path: file }) => {
      const contents = `var window; ${await fs.promises.readFile(file, 'utf8')}`
      return { contents, loader: 'js' }
    })
  },
}

async function main() {
  const isWatching = process.argv.includes('--watch')
  const madeOf = stamps.digest('web')
  if (!isWatching && stamps.isMade('web', madeOf)) return
  fs.mkdirSync(target, { recursive: true })
  stamps.remove('web')
  await build(isWatching)
  if (isWatching) return
  await drawIcons(path.join(target, 'icons'))
  await compressAssets(path.join(target, 'assets'))
  stamps.write('web', madeOf)
}

async function build(isWatching) {
  const languages = readLanguages(source)
  const shellIn = createShells({ root, source, target, languages })
  // The bundler alone is quicker, and writes again at each change.
  const writers = isWatching ? [] : [createShrinkingWriter()]
  await Promise.all(
    languages.map((language) =>
      buildWith(
        [
          ...writers,
          ...plugins,
          catalogIn(language),
          traceSentencesIn(language, root),
          shellIn(language),
        ],
        isWatching,
      ),
    ),
  )
}

const plugins = [
  ...[iconSprite, emojiTable, passwordJudge, standalone],
  ...[oneFirstFile, withoutParser, styles],
]

async function buildWith(plugins, isWatching) {
  // Loading takes longer than finding that nothing has changed.
  const esbuild = require('esbuild')
  const context = await esbuild.context({
    absWorkingDir: root,
    entryPoints: {
      main: path.join(source, 'main.tsx'),
      ...standaloneScripts,
      'boot-style': path.join(source, 'boot', 'boot.css'),
      'main-style': 'page-styles',
      'settings-style': 'settings-styles',
    },
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
    plugins,
  })
  if (isWatching) {
    await context.watch()
    return
  }
  try {
    await context.rebuild()
  } finally {
    // Otherwise the compiler's process would keep this one from ending.
    await context.dispose()
  }
}

main().catch((error) => {
  // The compiler has printed its errors about the sources.
  if (!Array.isArray(error.errors)) console.error(error)
  process.exitCode = 1
})
