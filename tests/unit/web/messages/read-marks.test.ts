/**
 * Sets the clock and timers of its world.
 *
 * @own-modules
 */
import { createReadMarks } from '../../../../src/web/data/messages/read-marks'
import type { ReadMarks } from '../../../../src/web/data/messages/read-marks'

describe('read marks', () => {
  const { fetch, addEventListener } = globalThis
  const ended = new AbortController()
  /** Ids of each report. */
  let reports: unknown[]
  let reads: ReadMarks

  beforeEach(() => {
    reports = []
    jest.useFakeTimers()
    globalThis.addEventListener = () => undefined
    globalThis.fetch = (_address, options) => {
      const sent = new URLSearchParams(options?.body as string)
      reports.push(JSON.parse(sent.get('messages') ?? 'null'))
      return Promise.resolve(Response.json({ result: 'success', msg: '', messages: [] }))
    }
    reads = createReadMarks(() => 1, ended.signal)
  })
  afterEach(() => {
    jest.useRealTimers()
    Object.assign(globalThis, { fetch, addEventListener })
  })

  it('leave out messages that are deleted before the report', async () => {
    reads.mark([7, 8])
    reads.forget([8])
    await jest.advanceTimersByTimeAsync(300)
    expect(reports).toEqual([[7]])
    reads.mark([9])
    reads.forget([9])
    await jest.advanceTimersByTimeAsync(60_000)
    reads.mark([10])
    await jest.advanceTimersByTimeAsync(300)
    expect(reports).toEqual([[7], [10]])
  })
})
