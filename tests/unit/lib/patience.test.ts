import { afterPatience, patientSignal } from '../../../src/server/lib/patience'

/** Takes the processor from this process: no timer fires until the time is over. */
function holdUpThisProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

describe('patience', () => {
  it('ends some turns of the event loop after a pause, not at once', async () => {
    let turns = 0
    const over = new Promise<void>((resolve) => {
      afterPatience(80, resolve)
    })
    holdUpThisProcess(300)
    const count = (): void => {
      turns += 1
      counter = setImmediate(count)
    }
    let counter = setImmediate(count)
    await over
    clearImmediate(counter)
    expect(turns).toBeGreaterThanOrEqual(8)
  })

  it('can be stopped', async () => {
    const ended: string[] = []
    const stop = afterPatience(8, () => ended.push('stopped'))
    stop()
    await new Promise<void>((resolve) => {
      afterPatience(16, () => {
        ended.push('other')
        resolve()
      })
    })
    expect(ended).toEqual(['other'])
  })

  it('aborts a signal like a timeout', async () => {
    const signal = patientSignal(8)
    const error = await new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(signal.reason))
    })
    expect(error).toMatchObject({ name: 'TimeoutError' })
  })
})
