import type { Random } from '../../support/random'
import type { Scene } from '../scene'
import { keepChanging } from './changer'
import { Reader } from './reader'
import { keepSending } from './sender'

/** People who use the workers while these have their troubles. */
export interface Load {
  /** Sends nothing more; resolves when everything that was sent is answered, or given up. */
  stopSending(): Promise<void>
  stopReading(): Promise<void>
}

export function startLoad(scene: Scene, random: Random): Load {
  const [sending, reading] = [new AbortController(), new AbortController()]
  const { cast } = scene
  const senders = [
    ...cast.senders.map((sender) => keepSending(scene, sender, random.fork(), sending.signal)),
    keepChanging(scene, random.fork(), sending.signal),
  ]
  const readers = cast.readers.flatMap((account, index) =>
    [false, true].map((readsAll) => {
      const name = `reader ${index} (${readsAll ? 'all events' : 'messages'})`
      const options = { name, account, readsAll }
      return new Reader(scene, options, random.fork(), reading.signal).run()
    }),
  )
  return {
    async stopSending() {
      sending.abort()
      await Promise.all(senders)
    },
    async stopReading() {
      reading.abort()
      await Promise.all(readers)
    },
  }
}
