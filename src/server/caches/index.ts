import { findSendTarget } from '../data/streams/send-targets'
import { listRequesters } from '../data/users/requesters'
import { listSenders } from '../data/users/senders'
import { listUsers } from '../data/users/list-users'
import type { Metrics } from '../lib/metrics'
import { watchAccounts } from './account-changes/watch'
import type { AccountWatch, AccountWatchOptions } from './account-changes/watch'
import { AlertWords } from './alert-words'
import { Linkifiers } from './linkifiers'
import { MessageBodies } from './message-bodies'
import { RealmParts } from './realm-parts'
import { Requesters } from './requesters'
import { Rosters } from './rosters'
import { SendTargets, Subscribers } from './streams'
import { Senders } from './senders'
import { createSharedReads } from './shared-reads'
import type { SharedReads } from './shared-reads'
import { exposeTallies } from './cache-stats'

/**
 * All caches of a worker for data of its stores. README.md beside this file states what each cache
 * holds, why it is correct, and how large it may grow.
 */
export interface Caches extends Pick<AccountWatch, 'keepCurrent' | 'announce' | 'start' | 'close'> {
  readonly requesters: Requesters
  readonly senders: Senders
  readonly rosters: Rosters
  readonly realmParts: RealmParts
  readonly messageBodies: MessageBodies
  readonly sendTargets: SendTargets
  readonly subscribers: Subscribers
  readonly linkifiers: Linkifiers
  readonly alertWords: AlertWords
  readonly sharedReads: SharedReads
  /** Drops everything: the database was replaced by an older one, whose versions may come again with other values. */
  forgetAll(): void
}

export interface MemoryOptions extends AccountWatchOptions {
  /** Time after which an unused session has ended. */
  sessionIdleDays: number
  metrics: Metrics
}

export function createCaches(options: MemoryOptions): Caches {
  const { query } = options.db
  const watch = watchAccounts(options)
  const memories = {
    requesters: new Requesters(
      (credentials) => listRequesters(query, credentials, options.sessionIdleDays),
      watch,
    ),
    senders: new Senders((realmId, userIds) => listSenders(query, realmId, userIds), watch),
    rosters: new Rosters((realmId) => listUsers(query, realmId), watch),
    realmParts: new RealmParts(),
    messageBodies: new MessageBodies(),
    sendTargets: new SendTargets((sender, stream) => findSendTarget(query, sender, stream)),
    subscribers: new Subscribers(),
    linkifiers: new Linkifiers(),
    alertWords: new AlertWords(query),
  }
  watch.keepCurrent(memories.requesters, memories.senders, memories.rosters)
  exposeTallies(options.metrics, memories)
  return {
    ...memories,
    sharedReads: createSharedReads(query),
    forgetAll() {
      watch.forgetAll()
      const { realmParts, messageBodies, sendTargets, subscribers, linkifiers, alertWords } =
        memories
      const versioned = [
        realmParts,
        messageBodies,
        sendTargets,
        subscribers,
        linkifiers,
        alertWords,
      ]
      for (const memory of versioned) memory.forgetAll()
    },
    keepCurrent: (...others) => watch.keepCurrent(...others),
    announce: (changes) => watch.announce(changes),
    start: () => watch.start(),
    close: () => watch.close(),
  }
}
