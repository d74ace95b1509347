import { setImmediate as nextTurn } from 'node:timers/promises'
import { SavedValue } from '../../../src/web/parts/setting/saved-value'
import { lastOf } from '../../support/checked'

/** Recorded calls to the server, answered on demand. */
class Server {
  readonly calls: { value: number; old: number; answer: () => void; refuse: () => void }[] = []

  readonly save = (saved: SavedValue<number>, value: number): Promise<void> =>
    saved.save(
      value,
      (old) =>
        new Promise<void>((resolve, reject) => {
          const refuse = () => reject(new Error('It has changed.'))
          this.calls.push({ value, old, answer: resolve, refuse })
        }),
    )

  get last() {
    return lastOf(this.calls)
  }
}

describe('a value that is saved, and changed by events', () => {
  it('keeps the saved value when older events arrive late', async () => {
    const server = new Server()
    const saved = new SavedValue(0)
    const first = server.save(saved, 1)
    const second = server.save(saved, 2)
    await nextTurn()
    server.last.answer()
    await first
    await nextTurn()
    // One save at a time.
    expect(server.last).toMatchObject({ value: 2, old: 1 })
    server.last.answer()
    await second
    saved.hear(1)
    void server.save(saved, 3)
    await nextTurn()
    expect(server.last).toMatchObject({ value: 3, old: 2 })
    saved.hear(2)
    saved.hear(3)
    server.last.answer()
    expect(saved.latest).toBe(3)
  })

  it('takes the value of another client from events', async () => {
    const server = new Server()
    const saved = new SavedValue(0)
    const save = server.save(saved, 1)
    await nextTurn()
    saved.hear(1)
    saved.hear(7)
    server.last.answer()
    await save
    expect(saved.latest).toBe(7)
  })

  it('is not overwritten by a waiting save after another client has changed it', async () => {
    const server = new Server()
    const saved = new SavedValue(0)
    const first = server.save(saved, 1)
    void server.save(saved, 2)
    await nextTurn()
    saved.hear(1)
    saved.hear(7)
    server.last.answer()
    await first
    await nextTurn()
    expect(server.last).toMatchObject({ value: 2, old: 0 })
  })

  it('returns to the former value after a refusal', async () => {
    const server = new Server()
    const saved = new SavedValue(0)
    const save = server.save(saved, 1)
    await nextTurn()
    server.last.refuse()
    await expect(save).rejects.toThrow('It has changed.')
    expect(saved.latest).toBe(0)
    saved.hear(7)
    expect(saved.latest).toBe(7)
  })
})
