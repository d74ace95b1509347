const { sep } = require('node:path')
const asyncHooks = require('node:async_hooks')
const { default: Runtime } = require('jest-runtime')
const { TestContext } = require('./async-storages')

/** The module as Jest sees it. */
const hooksOfJest = { ...asyncHooks, AsyncLocalStorage: TestContext }

/** Never torn down: a shared module may load another one during a later file. */
let shared

/**
 * Loads the modules of `src` and of packages once for all files of a process of Jest, which has one world for them
 * (`environment.js`). Jest itself would load each of some 1,700 modules anew for each file. Modules of `tests` are
 * loaded for each file.
 *
 * State that such a module keeps is the state of all files of the process. A file that cannot have it so says
 * `@own-modules` in its first comment.
 */
class ParleyRuntime extends Runtime {
  constructor(config, environment, ...others) {
    super(config, environment, ...others)
    this.isShared = isSharedIn(config.rootDir)
    if (!environment.sharesModules) return
    shared ??= new Runtime(config, environment, ...others)
    this.shared = shared
    this.mockState.setMock = refuseMock
    this.mockState.markExplicitCjsMock = refuseMock
  }

  requireModule(from, moduleName, options, isRequireActual) {
    if (options?.isInternalModule) return this.requireOfJest(from, moduleName, options)
    const mayShare = this.shared && moduleName
    if (mayShare && !this._resolution.isCoreModule(moduleName)) {
      const file = this._resolution.resolveCjs(from, moduleName)
      if (this.isShared(file)) return this.shared.requireModule(from, moduleName)
    }
    return super.requireModule(from, moduleName, options, isRequireActual)
  }

  /**
   * Loads a module that Jest itself needs in the world of the tests: jest-circus, which keeps the tests of a file, for
   * each file, and the modules that it requires once for the process.
   */
  requireOfJest(from, moduleName, options) {
    if (moduleName === 'node:async_hooks') return hooksOfJest
    if (this.shared && moduleName && !this._resolution.isCoreModule(moduleName)) {
      return this.shared.requireInternalModule(from, moduleName)
    }
    return super.requireModule(from, moduleName, options)
  }

  /** Source maps of the own and the shared modules, for the traces of errors. */
  getSourceMaps() {
    const own = super.getSourceMaps()
    if (!this.shared) return own
    const shared = this.shared.getSourceMaps()
    return {
      get: (file) => own.get(file) ?? shared.get(file),
      *[Symbol.iterator]() {
        yield* shared
        yield* own
      },
    }
  }
}

function refuseMock() {
  throw new Error('The file needs @own-modules: others have the same modules.')
}

function isSharedIn(rootDir) {
  const folders = ['src', 'node_modules'].map((folder) => `${rootDir}${sep}${folder}${sep}`)
  return (file) => folders.some((folder) => file.startsWith(folder))
}

module.exports = { default: ParleyRuntime, __esModule: true }
