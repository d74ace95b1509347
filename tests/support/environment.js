const dns = require('node:dns')
const vm = require('node:vm')
const { TestEnvironment } = require('jest-environment-node')
const { none } = require('./run/find-services')
const { sharedServer } = require('./shared-server/registry')

const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
const compile = vm.compileFunction
const compiled = new Map()

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
  return known.script.runInContext(parsingContext)
}

// Suppresses Node's warning, at the first use, that this is experimental.
const { emitWarning } = process
process.emitWarning = () => undefined
new vm.Script("import('node:vm')", { importModuleDynamically }).runInThisContext().finally(() => {
  process.emitWarning = emitWarning
})

/** Resolves `chat.localhost` to this machine, as browsers do; Node's resolver asks a name server. */
for (const resolver of [dns, dns.promises]) {
  const { lookup } = resolver
  resolver.lookup = function lookupLocally(hostname, ...others) {
    return lookup(/\.localhost$/i.test(hostname) ? '127.0.0.1' : hostname, ...others)
  }
}

module.exports = class ParleyEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    this.global.parleySharedServer = sharedServer
    if (config.projectConfig.testEnvironmentOptions.stores === 'embedded') {
      const { env } = this.global.process
      Object.assign(env, { TEST_DATABASE_URL: none, TEST_REDIS_URL: none })
      // The same file runs on services, too.
      env.PARLEY_TEST_RUNS_TWICE = '1'
    }
  }
}
