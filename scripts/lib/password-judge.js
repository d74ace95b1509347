'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { packPasswordWords } = require('./password-words')
const { bundleAlone } = require('./standalone-scripts')

/*
 * The strength estimator for new passwords in the app: a script for a web worker, and its word lists.
 */

const entry = path.resolve(__dirname, '../../src/web/ui/password-field/strength-worker.ts')

/** Unused parts of zxcvbn: crack times in words, advice, and the validation of its options. */
const unused =
  /@zxcvbn-ts[/\\]core[/\\]dist[/\\](runtimeChecks|Feedback|TimeEstimates|data[/\\]translationKeys)[.]mjs$/

/** Replaces them with empty functions, which saves a fifth of the script. */
const withoutUnused = {
  name: 'without-unused',
  setup(build) {
    build.onLoad({ filter: unused }, ({ path: file }) => ({
      contents: exportedNames(fs.readFileSync(file, 'utf8'))
        .map(([own, name]) =>
          name === 'default'
            ? `export default class { getFeedback() {} }`
            : own === 'TimeEstimates'
              ? 'export class TimeEstimates { estimateAttackTimes() { return {} } }'
              : `export const ${name} = () => true`,
        )
        .join('\n'),
      loader: 'js',
    }))
  },
}

/** Pairs of the name in a module and the name outside. */
function exportedNames(text) {
  const [, list] = /^export {(.*)};?$/m.exec(text)
  return list.split(',').map((item) => {
    const [own, name = own] = item.trim().split(' as ')
    return [own, name]
  })
}

/**
 * `import address from 'password-judge.js'` is the address of the worker's script, and `password-words.json`
 * that of its words.
 */
const passwordJudge = {
  name: 'password-judge',
  setup(build) {
    build.onResolve({ filter: /^password-(judge[.]js|words[.]json)$/ }, ({ path: name }) => ({
      path: name,
      namespace: 'password-judge',
    }))
    build.onLoad({ filter: /words/, namespace: 'password-judge' }, () => ({
      contents: JSON.stringify(packPasswordWords()),
      loader: 'file',
    }))
    build.onLoad({ filter: /judge[.]js$/, namespace: 'password-judge' }, async () => {
      const { contents, inputs } = await bundleAlone(build, entry, [withoutUnused])
      return { contents, loader: 'file', watchFiles: inputs }
    })
  },
}

module.exports = { passwordJudge }
