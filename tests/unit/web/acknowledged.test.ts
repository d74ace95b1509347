/** @own-modules */
import { lastAcknowledged, noteAcknowledged } from '../../../src/web/data/connection/acknowledged'
import { createStorage } from './support/storage'

describe('The last acknowledged event', () => {
  let writes: string[]
  let page: EventTarget
  let leading: AbortController
  let note: ReturnType<typeof noteAcknowledged>

  beforeEach(() => {
    jest.useFakeTimers()
    writes = []
    page = new EventTarget()
    const storage = createStorage()
    Object.assign(globalThis, {
      addEventListener: page.addEventListener.bind(page),
      localStorage: {
        ...storage,
        setItem(name: string, value: string) {
          writes.push(value)
          storage.setItem(name, value)
        },
      },
    })
    leading = new AbortController()
    note = noteAcknowledged(leading.signal)
  })

  afterEach(() => {
    jest.useRealTimers()
  })

  it('is written once, and not again by polls without events', () => {
    note('q', 1)
    note('q', 1)
    jest.advanceTimersByTime(60_000)
    note('q', 1)
    expect(writes).toEqual(['q 1'])
    expect(lastAcknowledged('q')).toBe(1)
    expect(lastAcknowledged('other')).toBe(-1)
  })

  it('is written three times for a burst of any length, and counts as unknown in it', () => {
    for (let id = 1; id <= 200; id++) {
      note('q', id)
      jest.advanceTimersByTime(100)
      if (id > 1) expect(lastAcknowledged('q')).toBeGreaterThanOrEqual(id)
    }
    jest.advanceTimersByTime(10_000)
    expect(writes).toEqual(['q 1', 'q Infinity', 'q 200'])
  })

  it('is written when the page goes', () => {
    note('q', 1)
    note('q', 2)
    page.dispatchEvent(new Event('pagehide'))
    expect(lastAcknowledged('q')).toBe(2)
    page.dispatchEvent(new Event('pagehide'))
    expect(writes).toEqual(['q 1', 'q Infinity', 'q 2'])
  })

  it('is left to the next leader tab', () => {
    note('q', 1)
    note('q', 2)
    leading.abort()
    localStorage.setItem('parley-acknowledged', 'q 3')
    page.dispatchEvent(new Event('pagehide'))
    jest.advanceTimersByTime(10_000)
    expect(lastAcknowledged('q')).toBe(3)
  })
})
