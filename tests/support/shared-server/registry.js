const { fork } = require('node:child_process')
const path = require('node:path')

/** Max last lines of output in the error of an ended process. */
const linesKept = 40

/**
 * A server in a process of its own. It lives as long as the jest worker process, so that each file of tests
 * finds it running. The process runs no TypeScript and is independent of jest's vm contexts.
 */
class SharedServer {
  #child
  #output = ''
  #calls = new Map()
  #latestCall = 0
  /** Port of the server, once {@link open} resolved. */
  port

  /** @param {import('./process').Start} start */
  async open(start) {
    this.#child = fork(path.join(__dirname, 'process.js'), {
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      output.setEncoding('utf8').on('data', (text) => this.#keep(text))
      output.unref()
    }
    this.#child.on('message', (answer) => this.#settle(answer))
    this.#child.on('exit', (code, signal) => this.#fail(`ended with ${signal ?? code}`))
    this.port = await this.call('open', start)
    // The server does not keep this process alive; when this process ends the channel closes, and the server
    // ends.
    this.#child.unref()
    this.#child.channel.unref()
  }

  /** Calls a method of the control door. */
  call(method, argument) {
    const id = ++this.#latestCall
    // A pending call keeps the process alive.
    this.#child.channel?.ref()
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject })
      this.#child.send({ id, method, argument }, (error) => {
        if (error) this.#fail(error.message)
      })
    })
  }

  #settle({ id, result, error }) {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    if (this.#calls.size === 0) this.#child.channel?.unref()
    if (error) call.reject(error)
    else call.resolve(result)
  }

  #keep(text) {
    this.#output = (this.#output + text).split('\n').slice(-linesKept).join('\n')
  }

  #fail(reason) {
    for (const { reject } of this.#calls.values()) {
      reject({ message: `The shared server ${reason}. Its last output:\n${this.#output}` })
    }
    this.#calls.clear()
  }
}

const servers = new Map()

/**
 * The server of a name, which the first caller starts.
 *
 * @param {string} name
 * @param {() => Promise<import('./process').Start>} prepare
 * @returns {Promise<SharedServer>}
 */
function sharedServer(name, prepare) {
  let server = servers.get(name)
  if (!server) {
    const opening = new SharedServer()
    server = prepare()
      .then((start) => opening.open(start))
      .then(() => opening)
    servers.set(name, server)
  }
  return server
}

module.exports = { sharedServer }
