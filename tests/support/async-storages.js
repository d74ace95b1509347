const { AsyncLocalStorage } = require('node:async_hooks')

/** Storages in use: for each of them Node does more work at each promise and each request of the process. */
const used = new Set()
const { run } = AsyncLocalStorage.prototype
AsyncLocalStorage.prototype.run = function runAndRemember(...args) {
  used.add(this)
  return run.apply(this, args)
}

/** Ends the storages that a file has used, such as Playwright's; the next use of one begins it again. */
function endStorages() {
  for (const storage of used) storage.disable()
  used.clear()
}

/**
 * Tells Jest which test or hook runs, in place of an AsyncLocalStorage, of which each file would have a new one.
 *
 * An error that comes after its test has ended belongs here to the test that runs by then. Tests of a file run one
 * after the other: `test.concurrent` would need the original.
 */
class TestContext {
  #store

  getStore() {
    return this.#store
  }

  /**
   * @template Result
   * @param {object} store
   * @param {() => Promise<Result>} work
   */
  async run(store, work) {
    const before = this.#store
    this.#store = store
    try {
      return await work()
    } finally {
      this.#store = before
    }
  }
}

module.exports = { endStorages, TestContext }
