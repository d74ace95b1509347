'use strict'

/**
 * The web app is built once for each language, so that no page carries the texts of another one. The builds share
 * every output without texts; the first language is that of readers whose own has no catalog.
 */

const fs = require('node:fs')
const path = require('node:path')

/** @param {string} source folder of the app */
function readLanguages(source) {
  return readJson(path.join(source, 'texts', 'languages.json'))
}

/** Puts the texts of a language in the place of `texts/catalog.ts`. */
function catalogIn(language) {
  return {
    name: 'catalog',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/]web[\\/]texts[\\/]catalog[.]ts$/ }, () => ({
        contents: `export * from './${language}'\n`,
        loader: 'ts',
      }))
    },
  }
}

/**
 * `import address from 'trace-sentences.json'` is the address of the sentences about the fate of a message in a language: data,
 * which the app fetches when it shows them.
 */
function traceSentencesIn(language, root) {
  const file = path.join(root, 'src', 'shared', 'trace-sentences', `${language}.json`)
  return {
    name: 'trace-sentences',
    setup(build) {
      build.onResolve({ filter: /^trace-sentences[.]json$/ }, ({ path: name }) => ({
        path: name,
        namespace: 'trace-sentences',
      }))
      build.onLoad({ filter: /.*/, namespace: 'trace-sentences' }, () => ({
        contents: JSON.stringify(readJson(file)),
        loader: 'file',
        watchFiles: [file],
      }))
    },
  }
}

/** Texts of the files beside the scripts, which the catalog does not reach. */
function readShellTexts(source, language) {
  return readJson(path.join(source, 'texts', language, 'shell.json'))
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

module.exports = { catalogIn, readLanguages, readShellTexts, traceSentencesIn }
