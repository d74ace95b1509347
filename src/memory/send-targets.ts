import { LRUCache } from 'lru-cache'
import type { Queryable } from '../db/engine/database'
import { findSendTarget } from '../db/streams/streams'
import type { SendTarget } from '../db/streams/streams'

/** Pairs of a sender and a stream; a few hundred bytes each. */
const maxKnownTargets = 10_000

type Sender = Parameters<typeof findSendTarget>[1]

/**
 * Streams as senders last found them. They may be out of date: whoever stores a message has its
 * statement compare the {@link SendTarget.revision}, and reads again what does not agree.
 */
export interface SendTargets {
  known(sender: Sender, stream: string | number): SendTarget | undefined
  /** Reads one from the database. */
  read(sender: Sender, stream: string | number): Promise<SendTarget | undefined>
  forget(sender: Sender, stream: string | number): void
}

export function createSendTargets(db: Queryable): SendTargets {
  const targets = new LRUCache<string, SendTarget>({ max: maxKnownTargets })
  return {
    known: (sender, stream) => targets.get(keyOf(sender, stream)),
    async read(sender, stream) {
      const target = await findSendTarget(db, sender, stream)
      if (target) targets.set(keyOf(sender, stream), target)
      return target
    },
    forget: (sender, stream) => targets.delete(keyOf(sender, stream)),
  }
}

function keyOf(sender: Sender, stream: string | number): string {
  return `${sender.realm_id} ${sender.id} ${sender.bot_owner_id} ${typeof stream} ${stream}`
}
