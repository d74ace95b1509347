import type { EventQueues } from '../../src/server/events/queues'
import type { Stage, StageOptions } from './event-queues.cast'
import { describeEnding } from './event-queues.ending'
import { describeOwned } from './event-queues.owned'
import { describePublishing } from './event-queues.publishing'
import { describeReading } from './event-queues.reading'
import { describeReceiving } from './event-queues.receiving'
import { describeWaiting } from './event-queues.waiting'

/**
 * The contract of every implementation of {@link EventQueues}.
 *
 * @param create makes queues that are connected to their stores
 */
export function describeEventQueues(
  title: string,
  create: (options?: StageOptions) => Promise<EventQueues>,
): void {
  describe(title, () => {
    const opened: EventQueues[] = []
    let queues: EventQueues

    async function open(options?: StageOptions): Promise<EventQueues> {
      const made = await create(options)
      opened.push(made)
      return made
    }

    beforeEach(async () => {
      queues = await open()
    })
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((each) => each.close()))
    })

    const stage: Stage = {
      get queues() {
        return queues
      },
      open,
    }
    describeReading(stage)
    describeReceiving(stage)
    describeWaiting(stage)
    describePublishing(stage)
    describeEnding(stage)
    describeOwned(stage)
  })
}
