import { EventSource } from '../support/event-source'
import { expectSuccess } from '../support/expectations'
import { messageIn } from '../support/person'
import type { Queue } from '../support/person'
import { describeWithServices } from '../support/services'
import { memberAt, useTwoWorkers } from '../support/workers'

describeWithServices('streams of events at several workers', () => {
  const two = useTwoWorkers()

  it('lose and repeat no event when a worker is killed', async () => {
    const [doomed, survivor] = two.workers
    const onB = await memberAt(survivor, two.database, 'reader')
    const onA = onB.at(doomed.url)
    expectSuccess(await onB.post('/users/me/subscriptions', { subscriptions: [{ name: 'flow' }] }))
    const queue = await onB.register({ event_types: ['message'] })
    const total = 60
    const reading = readThrough(queue, total)
    await doomed.holdsPolls(1)
    for (let number = 1; number <= total; number += 1) {
      await onB.send('flow', 't', String(number))
      if (number === 20) await doomed.kill()
    }
    expect(await reading).toEqual(Array.from({ length: total }, (_, index) => String(index + 1)))

    /** Reconnects like EventSource with the id of the last event, here to the other worker. */
    async function readThrough(queue: Queue, total: number): Promise<string[]> {
      const contents: string[] = []
      let source = await EventSource.open(onA, queue)
      while (contents.length < total) {
        const event = await source.event()
        if (event) contents.push(messageIn(event).content)
        else source = await EventSource.open(onB, queue, source.lastEventId)
      }
      source.close()
      return contents
    }
  })

  it('end when the queue is followed at another worker', async () => {
    const onA = await memberAt(two.workers[0], two.database, 'mover')
    const onB = onA.at(two.workers[1].url)
    const queue = await onA.register({ event_types: ['message'] })
    const older = await EventSource.open(onA, queue)
    await two.workers[0].holdsPolls(1)
    const newer = await EventSource.open(onB, queue)
    expect(await older.event()).toBeUndefined()
    await two.workers[1].holdsPolls(1)
    await onA.sendPrivately([onA.id], 'for the newer')
    expect(await newer.event()).toMatchObject({ message: { content: 'for the newer' } })
    newer.close()
  })

  it('end at once when their worker stops, without delaying it', async () => {
    const onA = await memberAt(two.workers[0], two.database, 'patient')
    const queue = await onA.register({ event_types: ['message'] })
    const source = await EventSource.open(onA, queue)
    await two.workers[0].holdsPolls(1)
    const exitCode = two.workers[0].stop()
    expect(await source.event()).toBeUndefined()
    expect(source.isBroken).toBe(false)
    expect(await exitCode).toBe(0)
  })
})
