// Rules that Prettier and the compiler cannot check. The rules that need types are in .oxlintrc.json, the import
// rules in .dependency-cruiser.cjs.
import { defineConfig } from 'eslint/config'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'
import { testTitles } from './scripts/lib/test-titles.js'

const typescript = ['**/*.ts', '**/*.tsx']
const commonJs = ['**/*.js', '**/*.cjs']

/** ESLint's own list of likely bugs, without those that the compiler reports already. */
const likelyBugs = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'for-direction': 'error',
  'no-async-promise-executor': 'error',
  'no-case-declarations': 'error',
  'no-compare-neg-zero': 'error',
  'no-cond-assign': 'error',
  'no-constant-binary-expression': 'error',
  'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
  'no-debugger': 'error',
  'no-dupe-else-if': 'error',
  'no-duplicate-case': 'error',
  'no-empty': 'error',
  'no-empty-character-class': 'error',
  'no-empty-pattern': 'error',
  'no-ex-assign': 'error',
  'no-extra-boolean-cast': 'error',
  'no-fallthrough': 'error',
  'no-invalid-regexp': 'error',
  'no-irregular-whitespace': 'error',
  'no-loss-of-precision': 'error',
  'no-misleading-character-class': 'error',
  'no-prototype-builtins': 'error',
  'no-regex-spaces': 'error',
  'no-self-assign': 'error',
  'no-self-compare': 'error',
  'no-shadow-restricted-names': 'error',
  'no-sparse-arrays': 'error',
  'no-template-curly-in-string': 'error',
  'no-unassigned-vars': 'error',
  'no-unmodified-loop-condition': 'error',
  'no-unreachable-loop': 'error',
  'no-unsafe-finally': 'error',
  'no-unsafe-optional-chaining': 'error',
  'no-useless-assignment': 'error',
  'no-useless-backreference': 'error',
  'no-useless-catch': 'error',
  'no-useless-escape': 'error',
  'object-shorthand': 'error',
  'preserve-caught-error': 'error',
}

const unusedVariables = {
  args: 'after-used',
  argsIgnorePattern: '^_',
  varsIgnorePattern: '^_',
  caughtErrors: 'all',
  ignoreRestSiblings: true,
}

const typescriptRules = {
  '@typescript-eslint/consistent-type-imports': 'error',
  // `import { type X }` still loads the module, and then the layer rules count it as an import.
  '@typescript-eslint/no-import-type-side-effects': 'error',
  '@typescript-eslint/no-unused-vars': ['error', unusedVariables],
  '@typescript-eslint/no-explicit-any': 'error',
}

/** A pattern takes a time that grows with its text, not with the square of it. */
const linearPatterns = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': ['error', { report: 'potential' }],
}

const onlyNamedExports = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name, so that one search finds every use.',
}

/** One style, also at the top of a file: constants are no louder than functions. */
const onlyCamelCase = {
  selector: 'VariableDeclarator > Identifier.id[name=/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/][name=/../]',
  message: 'Name constants in camelCase, and schemas in PascalCase.',
}

/** A line of types alone is gone at run time, and its reader sees at once what is loaded. */
const onlySeparateTypes = [
  'ImportSpecifier[importKind="type"]',
  'ExportSpecifier[exportKind="type"]',
].map((selector) => ({
  selector,
  message: 'Put types into a line of their own: `import type { X }`.',
}))

/** A copy of a record of the protocol drifts from it unseen. */
const onlyDeclaredRecords = [
  {
    selector: 'TSPropertySignature > Identifier.key[name=/_/]',
    message: "Take the protocol's records from src/shared, with `Pick`, `AnswerOf` or `EventOf`.",
  },
  {
    selector: 'TSIndexSignature > TSTypeAnnotation > TSUnknownKeyword',
    message: 'Name the members: nobody notices a wrong name in a record of unknown ones.',
  },
  {
    selector:
      'TSAsExpression > MemberExpression[computed=true][object.name=/^(event|told)$/].expression',
    message: 'Narrow the event by its `type` and `op` instead.',
  },
]

const environment = {
  object: 'process',
  property: 'env',
  message: 'src/server/config/config.ts alone reads the environment.',
}

/** An imported `process` would evade the rule about `process.env`. */
const importedProcess = ['process', 'node:process'].map((name) => ({
  name,
  message: 'Use the global `process`.',
}))

/** A rule that reads the clock of the process disagrees with the transaction of its caller. */
const onlyGivenTime = {
  selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
  message: 'Take the time from `tx.now`, a dated database or the clock of the context.',
}

const realClock = {
  group: ['**/clock'],
  importNames: ['systemClock'],
  message: 'Take the clock from the context, so that tests can move it.',
}

export default defineConfig(
  { ignores: ['dist/', 'dist-web/', 'coverage/', 'data/'] },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { ...likelyBugs, 'no-console': 'error' },
  },
  {
    files: typescript,
    extends: [tseslint.configs.recommended],
    rules: {
      ...typescriptRules,
      'no-restricted-syntax': ['error', onlyNamedExports, onlyCamelCase, ...onlySeparateTypes],
    },
  },
  {
    // Each text of somebody else reaches one of these patterns (docs/decisions/0047-the-doubling-law.md).
    files: ['src/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: linearPatterns,
  },
  {
    files: commonJs,
    languageOptions: { sourceType: 'commonjs' },
  },
  {
    files: ['src/**'],
    ignores: ['src/server/config/config.ts'],
    rules: {
      'no-restricted-properties': ['error', environment],
      'no-restricted-imports': ['error', { paths: importedProcess }],
    },
  },
  {
    files: ['shared', 'server/{api,http,chat,caches,events,wire,data,stores}'].map(
      (layer) => `src/${layer}/**`,
    ),
    rules: {
      'no-restricted-imports': ['error', { paths: importedProcess, patterns: [realClock] }],
    },
  },
  {
    files: ['src/server/{api,http,chat,caches,events,wire,data}/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[onlyNamedExports, onlyCamelCase, ...onlySeparateTypes, onlyGivenTime],
      ],
    },
  },
  {
    files: ['src/cli/**', 'scripts/**', '.ci/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['src/web/**'],
    ignores: ['src/web/data/storage/browser-storage.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage'].map((name) => ({
          name,
          message: 'Browsers may deny it: use src/web/data/storage/browser-storage.ts.',
        })),
      ],
    },
  },
  {
    files: ['src/web/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[onlyNamedExports, onlyCamelCase, ...onlySeparateTypes, ...onlyDeclaredRecords],
      ],
    },
  },
  {
    files: ['tests/**'],
    plugins: { own: { rules: { 'test-titles': testTitles } } },
    rules: {
      'own/test-titles': 'error',
      'no-restricted-properties': [
        'error',
        ...['describe', 'it', 'test'].map((object) => ({
          object,
          property: 'only',
          message: 'The other tests matter too.',
        })),
      ],
    },
  },
)
