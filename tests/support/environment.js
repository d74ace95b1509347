const vm = require('node:vm')
const { TestEnvironment } = require('jest-environment-node')
const { ModuleMocker } = require('jest-mock')
const { endStorages } = require('./async-storages')
require('./local-hosts')
const { none } = require('./run/find-services')
const { sharedServer } = require('./shared-server/registry')

const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
const compile = vm.compileFunction
const compiled = new Map()
/** Stands for the world of the process itself, which is no context of vm. */
const ownWorld = {}

/**
 * Jest gives each file of tests its own realm (vm context), and would compile every module for it anew. Here
 * a process compiles a module once, and runs it in all contexts. `import()` is then Node's own, which needs
 * no flag for it.
 *
 * This depends on how jest-runtime 30 compiles modules (`filename`, `parsingContext`); other compilations
 * pass through unchanged. Sources and scripts are kept for the life of the process.
 */
vm.compileFunction = function compileOnce(source, parameters, options) {
  const { filename, parsingContext } = options
  if (!parsingContext) return compile(source, parameters, options)
  let known = compiled.get(filename)
  if (known?.source !== source) {
    const head = `(function (${parameters.join(', ')}) {`
    const columnOffset = -head.length
    const code = `${head}${source}\n})`
    const script = new vm.Script(code, { filename, columnOffset, importModuleDynamically })
    known = { source, script }
    compiled.set(filename, known)
  }
  return parsingContext === ownWorld
    ? known.script.runInThisContext()
    : known.script.runInContext(parsingContext)
}

// Suppresses Node's warning, at the first use, that this is experimental.
const { emitWarning } = process
process.emitWarning = () => undefined
new vm.Script("import('node:vm')", { importModuleDynamically }).runInThisContext().finally(() => {
  process.emitWarning = emitWarning
})

// Without this, Node frees all memory piece by piece, which takes longer than Jest lets a process end.
process.once('beforeExit', () => process.exit())

/** Environment of a file in the world of the process of Jest, as a plain program has it. */
class CommonEnvironment {
  sharesModules = true
  global = globalThis
  moduleMocker = new ModuleMocker(globalThis)
  fakeTimers = null
  fakeTimersModern = {
    useFakeTimers() {
      throw new Error(
        'The file needs @own-modules: other timers of the process would be false, too.',
      )
    },
    useRealTimers: () => undefined,
  }

  constructor({ projectConfig }) {
    this.firstGlobals = Object.getOwnPropertyDescriptors(globalThis)
    this.firstOfProcess = Object.getOwnPropertyDescriptors(process)
    this.firstEnv = { ...process.env }
    prepare(this.global, projectConfig)
  }

  async setup() {}

  /** Takes back what Jest and the file have changed, for the next file. */
  async teardown() {
    endStorages()
    restore(globalThis, this.firstGlobals)
    restore(process, this.firstOfProcess)
    for (const name of Object.keys(process.env)) delete process.env[name]
    Object.assign(process.env, this.firstEnv)
  }

  exportConditions() {
    return ['node', 'node-addons']
  }

  getVmContext() {
    return ownWorld
  }
}

/** A world of its own. */
class OwnEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    this.firstEnds = this.global.process.listeners('exit')
    prepare(this.global, config.projectConfig)
  }

  /** Ends the world: its `process` is a copy, whose listeners for the exit would never be called. */
  async teardown() {
    endStorages()
    const ends = this.global.process.listeners('exit')
    for (const end of ends) if (!this.firstEnds.includes(end)) end()
    await super.teardown()
  }
}

function prepare(global, { testEnvironmentOptions }) {
  global.parleySharedServer = sharedServer
  if (testEnvironmentOptions.stores === 'embedded') {
    const { env } = global.process
    Object.assign(env, { TEST_DATABASE_URL: none, TEST_REDIS_URL: none })
    // The same file runs on services, too.
    env.PARLEY_TEST_RUNS_TWICE = '1'
  }
}

/** Gives an object the properties that it had at first, unless they cannot be changed. */
function restore(object, first) {
  for (const key of Reflect.ownKeys(object)) {
    const now = Object.getOwnPropertyDescriptor(object, key)
    if (!now.configurable) continue
    if (!Object.hasOwn(first, key)) delete object[key]
    else if (now.value !== first[key].value) Object.defineProperty(object, key, first[key])
  }
}

/**
 * Files run in the world of their process, where `runtime.js` keeps the modules of the server. A file with
 * `@own-modules` in its first comment runs in a world of its own, as every file does with TEST_OWN_MODULES=1.
 */
module.exports = class ParleyEnvironment {
  constructor(config, context) {
    const isOwn = process.env.TEST_OWN_MODULES === '1' || 'own-modules' in context.docblockPragmas
    return isOwn ? new OwnEnvironment(config, context) : new CommonEnvironment(config)
  }
}
