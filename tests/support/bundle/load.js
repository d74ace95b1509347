'use strict'

const { existsSync, readFileSync } = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

/** Names of the files in the folder of a bundle. */
const files = { code: 'server.js', cache: 'server.cache' }

/**
 * Loads the built server from the folder that `make.js` wrote. V8 takes the compiled functions from the cache beside the
 * code, unless another version of Node or other flags made it.
 *
 * @param {string} folder
 * @returns {{ load: (name: string) => any, script: vm.Script }} `load` gives a module of `dist` or a package by its name
 */
function loadBundle(folder) {
  const filename = path.join(folder, files.code)
  const cache = path.join(folder, files.cache)
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined
  const script = new vm.Script(readFileSync(filename, 'utf8'), { filename, cachedData })
  const modules = {}
  script.runInThisContext()(modules, require)
  return { load: (name) => modules[name](), script }
}

module.exports = { files, loadBundle }
