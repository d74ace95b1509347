/** A queue of one user, as a trace of a message needs it. */
export interface OwnedQueue {
  clientName: string
  /** Whether its client asked for all messages of its owner: for messages, and without a narrow. */
  isForAllMessages: boolean
  registeredAt: Date
  /** Now for a parked poll. Otherwise the time of the latest call; Redis rounds it up by at most 80 s. */
  lastSeenAt: Date
  /** Number of events that the client has not acknowledged. */
  waitingEvents: number
  /** Whether the event of the message is one of them; undefined: they are too many to look through. */
  holdsMessage: boolean | undefined
}

/** Whether a queue gets every message that its owner receives. */
export function isForAllMessages({
  eventTypes,
  narrow,
}: {
  eventTypes: readonly string[] | null
  narrow: readonly unknown[]
}): boolean {
  return narrow.length === 0 && (eventTypes === null || eventTypes.includes('message'))
}
