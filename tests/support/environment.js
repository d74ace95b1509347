const dns = require('node:dns')
const vm = require('node:vm')
const { TestEnvironment } = require('jest-environment-node')
const { none } = require('./run/find-services')
const { sharedServer } = require('./shared-server/registry')

const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
const compile = vm.compileFunction
const compiled = new Map()

/**
 * Jest gives each file of tests a world of its own, and would compile every module for it anew. Here
 * a process compiles a module once, and runs it in as many worlds as there are. `import()` is then
 * that of Node itself, which needs no flag for it.
 *
 * This leans on how jest-runtime 30 compiles modules (`filename`, `parsingContext`); what is compiled in
 * another way passes through untouched. Sources and scripts are kept for the life of the process.
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

// At its first use, Node says that this is experimental: nobody has to read it in every run.
const { emitWarning } = process
process.emitWarning = () => undefined
new vm.Script("import('node:vm')", { importModuleDynamically }).runInThisContext().finally(() => {
  process.emitWarning = emitWarning
})

/** `chat.localhost` is this machine: browsers know that, but the resolver of Node asks a name server. */
const { lookup } = dns
dns.lookup = function lookupLocally(hostname, ...others) {
  return lookup(/\.localhost$/i.test(hostname) ? '127.0.0.1' : hostname, ...others)
}

module.exports = class ParleyEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    this.global.parleySharedServer = sharedServer
    if (config.projectConfig.testEnvironmentOptions.stores === 'embedded') {
      Object.assign(this.global.process.env, { TEST_DATABASE_URL: none, TEST_REDIS_URL: none })
    }
  }
}
