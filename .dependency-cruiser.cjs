'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** Texts and HTML without the renderer of Markdown. */
const plainText = ['html', 'highlights', 'external-content'].map((name) => `server/text/${name}`)

/**
 * The layers, checked. Imports point down this list and never up; only
 * `import type` may point up, since a type makes no cycle at run time.
 */
const layers = [
  ['main', 'cli', 'server/start'],
  ['server/api'],
  ['server/http'],
  ['server/moving', 'server/identity', 'server/mail-in'],
  ['server/chat'],
  ['server/caches', 'server/stores/presence'],
  ['server/events'],
  ['server/wire'],
  ['server/stores/redis', 'server/data'],
  ['server/stores/files', 'server/stores/mail'],
  ['server/text/i18n', ...plainText, 'server/lib'],
]

/** A layer is a folder or a file of `src`. A missing one throws, since its rule would match nothing. */
const inLayers = (names) => {
  const exists = (name) =>
    ['', '.ts', '.tsx'].some((ending) => fs.existsSync(path.join(__dirname, 'src', name + ending)))
  const missing = names.filter((name) => !exists(name))
  if (missing.length > 0) throw new Error(`There is no src/${missing.join(', src/')}.`)
  return `^src/(${names.join('|')})(/|[.]tsx?$)`
}

/** A package or its types, in any folder of packages. */
const packages = (names) => `(^|/)node_modules/(@types/)?(${names.join('|')})(/|$)`

const webApp = '^src/web/'

/** Pure functions that the server and the web app both run. */
const sharedRules = '^src/shared/rules/'

const passwordField = '^src/web/ui/password-field/'

const atRunTime = { dependencyTypesNot: ['type-only'] }

const layerRules = layers.slice(1).map((names, index) => ({
  name: `${names[0].replaceAll('/', '-')}-imports-only-downwards`,
  comment: `${names[0]} imports no code of the layers above it; types are allowed.`,
  severity: 'error',
  from: { path: inLayers(names) },
  to: { path: inLayers(layers.slice(0, index + 1).flat()), ...atRunTime },
}))

/** The floors of the chat server's rules and actions, from the top down; `docs/architecture.md` says what each holds. */
const floors = ['jobs', 'queues', 'actions', 'posting', 'notify', 'access', 'rules']

const inFloors = (names) => inLayers(names.map((name) => `server/chat/${name}`))

const floorRules = floors.slice(1).map((name, index) => ({
  name: `${name}-imports-no-floor-above`,
  comment: `${name} imports nothing of the floors above it, types included.`,
  severity: 'error',
  from: { path: inFloors([name]) },
  to: { path: inFloors(floors.slice(0, index + 1)) },
}))

/** Parts of the context that are made first. */
const foundations = '^src/server/(config/|lib/(log|metrics)[.]ts$)'

const sharedPartsRules = [
  {
    name: 'shared-imports-neither-half',
    comment:
      'src/shared has the rules that both halves run, and the types of the protocol. A type of one half would make ' +
      'the other depend on it.',
    severity: 'error',
    from: { path: '^src/shared/' },
    to: { path: '^src/', pathNot: '^src/shared/' },
  },
  {
    name: 'wire-is-below-events',
    comment:
      'Presenters and event makers turn rows into records of the protocol: server/wire imports nothing of the ' +
      'layers above it, types included.',
    severity: 'error',
    from: { path: inLayers(['server/wire']) },
    to: {
      path: '^src/',
      pathNot: inLayers([
        ...['server/wire', 'server/data', 'server/stores', 'server/lib', 'shared'],
        ...['server/text/i18n', ...plainText],
      ]),
    },
  },
  {
    name: 'layers-are-handed-their-context',
    comment:
      'Functions get the database, the log and the settings as arguments: only main, cli and server/start ' +
      'import the files that make them. Their types may be imported anywhere.',
    severity: 'error',
    from: { path: inLayers(layers.slice(1).flat()) },
    to: { path: [inLayers(['server/context']), foundations], ...atRunTime },
  },
  {
    name: 'context-is-types',
    comment: 'Each layer uses its types; server/start/create-context.ts makes the objects.',
    severity: 'error',
    from: { path: inLayers(['server/context']) },
    to: { path: '^src/', ...atRunTime },
  },
  {
    name: 'context-is-below-the-server',
    comment: 'The context is made before the server, so it imports nothing of the server.',
    severity: 'error',
    from: { path: '^src/server/start/create-context[.]ts$' },
    to: { path: inLayers(['cli', 'server/start/server', 'server/api']), ...atRunTime },
  },
  {
    name: 'foundations-stand-alone',
    comment: 'They are made first, so they import nothing that is made from them.',
    severity: 'error',
    from: { path: [inLayers(['server/lib']), foundations] },
    to: {
      path: '^src/',
      pathNot: [inLayers(['server/lib', 'shared']), foundations],
      ...atRunTime,
    },
  },
  {
    name: 'markdown-is-pure',
    comment:
      'Rendering is a function of its arguments; it imports shared rules, HTML, and the error of a text that is refused.',
    severity: 'error',
    from: { path: inLayers(['server/text/markdown']) },
    to: {
      path: '^src/',
      pathNot: inLayers(['server/text/markdown', ...plainText, 'server/lib/api-error', 'shared']),
    },
  },
  {
    name: 'markdown-is-rendered-in-chat',
    comment:
      'Text becomes HTML in server/chat, and caches hold compiled linkifiers; the layers below store and ' +
      'deliver the HTML.',
    severity: 'error',
    from: { path: inLayers(['server/events', 'server/wire', 'server/data', 'server/http']) },
    to: { path: inLayers(['server/text/markdown']), ...atRunTime },
  },
]

const storeRules = [
  {
    name: 'sql-only-in-db',
    comment: 'All SQL is in src/server/data.',
    severity: 'error',
    from: { path: '^src/', pathNot: inLayers(['server/data']) },
    to: { path: packages(['kysely', 'pg[a-z-]*', '@electric-sql/pglite']) },
  },
  {
    name: 'redis-only-in-redis',
    comment:
      'src/server/stores/redis makes and declares connections; their users get them as arguments.',
    severity: 'error',
    from: { path: '^src/', pathNot: inLayers(['server/stores/redis']) },
    to: { path: packages(['ioredis', 'redis']) },
  },
  {
    name: 'files-only-in-files',
    comment: 'src/server/stores/files alone stores uploads and makes pictures.',
    severity: 'error',
    from: { path: '^src/', pathNot: inLayers(['server/stores/files']) },
    to: { path: packages(['aws4fetch', 'sharp', '@img']) },
  },
  {
    name: 'mail-only-in-mail',
    comment: 'src/server/stores/mail alone composes mails and hands them to a mail server.',
    severity: 'error',
    from: { path: '^src/', pathNot: inLayers(['server/stores/mail']) },
    to: { path: packages(['nodemailer']) },
  },
  {
    name: 'languages-only-in-i18n',
    comment: 'Callers name the key of a text; src/server/text/i18n alone makes the sentence.',
    severity: 'error',
    from: { path: '^src/', pathNot: inLayers(['server/text/i18n']) },
    to: { path: packages(['i18next']) },
  },
  {
    name: 'express-only-in-http',
    comment: 'Actions and endpoints never see a request or a response.',
    severity: 'error',
    from: { path: '^src/', pathNot: inLayers(['server/http', 'server/start/server']) },
    to: {
      path: packages(['express[a-z-]*', 'passport[a-z-]*']),
    },
  },
]

/** The floors of the web app, from the top down; `src/web/README.md` says what each holds. */
const webFloors = [
  ['main', 'lazy-chunk', 'settings-areas', 'logged-out', 'app'],
  ['features'],
  ['parts'],
  ['ui'],
  ['context'],
  ['data'],
  ['texts', 'lib'],
]

const inWebFloors = (floors) => inLayers(floors.flat().map((name) => `web/${name}`))

const webFloorRules = webFloors.slice(1).map((names, index) => ({
  name: `${names[0]}-of-the-app-imports-no-floor-above`,
  comment: `${names.join(' and ')} of the web app imports nothing of the floors above it, types included.`,
  severity: 'error',
  // Lazy components load the lazy chunks, which contain screens.
  from: { path: inWebFloors([names]), pathNot: '^src/web/parts/lazy/' },
  to: { path: inWebFloors(webFloors.slice(0, index + 1)) },
}))

const webRules = [
  ...webFloorRules,
  {
    name: 'ui-knows-no-conversation',
    comment:
      'Dialogs, menus, forms and tables get values and functions from their callers, so any screen can use them: ' +
      'ui imports neither the app nor its data, types included.',
    severity: 'error',
    from: { path: '^src/web/ui/' },
    to: { path: '^src/', pathNot: ['^src/web/(ui|texts|lib)/', sharedRules] },
  },
  {
    name: 'the-web-app-stands-alone',
    comment:
      'It runs in browsers: it imports the types of records, the shared rules, and packages for browsers.',
    severity: 'error',
    from: { path: webApp, pathNot: `${passwordField}strength-estimator[.]ts$` },
    to: {
      path: ['^src/', '(^|/)node_modules/'],
      pathNot: [
        webApp,
        sharedRules,
        packages(['preact', '@preact', 'turndown', '@simplewebauthn/browser']),
      ],
      ...atRunTime,
    },
  },
  {
    name: 'passwords-are-judged-apart',
    comment: 'The estimator of passwords is the program of a web worker, not part of a page.',
    severity: 'error',
    from: { path: `${passwordField}strength-estimator[.]ts$` },
    to: {
      path: ['^src/', '(^|/)node_modules/'],
      pathNot: [passwordField, packages(['@zxcvbn-ts/core'])],
      ...atRunTime,
    },
  },
  {
    name: 'only-workers-judge-passwords',
    comment: 'The estimator takes up to some hundred milliseconds, and ten kB of script.',
    severity: 'error',
    from: { path: webApp, pathNot: `${passwordField}strength-worker[.]ts$` },
    to: { path: `${passwordField}strength-(estimator|worker)[.]ts$`, ...atRunTime },
  },
  {
    name: 'only-shared-types-in-the-web-app',
    comment: 'Records and events are declared once, in src/shared.',
    severity: 'error',
    from: { path: webApp },
    to: { path: '^src/', pathNot: [webApp, inLayers(['shared'])] },
  },
  {
    name: 'shared-rules-are-pure',
    comment:
      'They run in browsers and in the server, so they import no package and nothing of either half.',
    severity: 'error',
    from: { path: sharedRules },
    to: { pathNot: sharedRules, ...atRunTime },
  },
  {
    name: 'helpers-know-nothing-of-the-app',
    comment: 'Folders of the web app import its helpers, so an import back would make a circle.',
    severity: 'error',
    from: { path: '^src/web/lib/' },
    to: { path: '^src/', pathNot: ['^src/web/lib/', sharedRules] },
  },
  {
    name: 'no-web-app-in-the-server',
    comment: 'The server serves the built files of the web app.',
    severity: 'error',
    from: { path: '^src/', pathNot: webApp },
    to: { path: webApp },
  },
  {
    name: 'the-store-is-plain',
    comment:
      'The store is data and functions, which tests of the server run as well; it imports records, rights, the type ' +
      'of a conversation and the shared rules.',
    severity: 'error',
    from: { path: '^src/web/data/store/' },
    to: {
      path: ['^src/', '(^|/)node_modules/'],
      pathNot: [
        '^src/web/data/((store|records|rights)/|narrow/narrow[.]ts$)',
        sharedRules,
        packages(['@preact/signals-core']),
      ],
      ...atRunTime,
    },
  },
]

const projectRules = [
  {
    name: 'no-circle-of-imports',
    comment:
      'No file of a circle can be read first, and at run time the order of loading decides which exports ' +
      'are defined. Circles of types count, since they cannot be read alone either.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-test-code-in-the-server',
    comment: 'Tests, scripts and benchmarks import the server, never the other way round.',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^(tests|scripts)/' },
  },
  {
    name: 'no-development-package-in-the-server',
    comment: 'Development packages are missing in production. Types are erased by the build.',
    severity: 'error',
    from: { path: '^src/', pathNot: webApp },
    to: { dependencyTypes: ['npm-dev'], ...atRunTime, pathNot: packages(['@types']) },
  },
  {
    name: 'every-import-is-declared',
    comment:
      'A package that is installed only as the dependency of another one may disappear with an update.',
    severity: 'error',
    from: { path: '^(src|tests|scripts)/' },
    to: {
      dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined', 'unknown'],
      // Made by scripts/build-web.js.
      pathNot:
        '^(icons[.]svg|(emoji-table|trace-sentences)[.]json|password-(judge[.]js|words[.]json)|component-styles)$',
    },
  },
]

module.exports = {
  forbidden: [
    ...layerRules,
    ...floorRules,
    ...sharedPartsRules,
    ...storeRules,
    ...webRules,
    ...projectRules,
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Also look at `import type`, which the compiler removes: some rules are about types as well.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Parts of packages are found as node finds them.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'default'] },
    // Includes the app, which has a package.json of its own for the bundler.
    combinedDependencies: true,
  },
}
