import type { TraceCode, TraceFact } from '../../../../shared/message-trace'

/** Facts that a user shows to others. */
export interface ShownFacts {
  presence: boolean
  /** Whether read receipts list the user. */
  reading: boolean
  /** Whether read receipts list the user as a reader of the message. */
  hasRead: boolean
}

type Reductions = Readonly<Partial<Record<TraceCode, TraceCode | 'nothing'>>>

/** For each code that tells too much, one that several of them share. So the answer for a mute is also one for other reasons. */
const reductions: Reductions = {
  read: 'has_it',
  unread: 'has_it',
  muted_sender: 'nothing',
  muted_stream: 'nothing',
  mail_unconcerned: 'mail_unwanted',
  mail_declined: 'mail_unwanted',
  // The answer of a mail server can name an address that the user hides.
  mail_failing: 'mail_waits',
  mail_read_before: 'mail_none',
  mail_unknown: 'mail_none',
  push_due: 'push_later',
  push_paused: 'push_later',
  push_failing: 'push_failed',
  push_unconcerned: 'push_unwanted',
  push_declined: 'push_unwanted',
  push_later_devices: 'push_unwanted',
  push_read_before: 'push_none',
  push_unknown: 'push_none',
}

/** Further ones for users who do not show what they have read: a mail or push goes out for an unread message. */
const reductionsOfReading: Reductions = {
  mail_due: 'mail_if_unread',
  mail_sent: 'mail_if_unread',
  mail_waits: 'mail_if_unread',
  mail_failing: 'mail_if_unread',
  mail_read_before: 'mail_if_unread',
  mail_unknown: 'mail_if_unread',
  pushed: 'push_if_unread',
  push_waits: 'push_if_unread',
  push_due: 'push_if_unread',
  push_paused: 'push_if_unread',
  push_read_before: 'push_if_unread',
  push_unknown: 'push_if_unread',
}

/** Facts about a user without those that the user keeps from administrators. Source: docs/protocol/messages.md#trace-privacy. */
export function withoutPrivateFacts(facts: readonly TraceFact[], shown: ShownFacts): TraceFact[] {
  const table = shown.reading ? reductions : { ...reductions, ...reductionsOfReading }
  const kept = facts.flatMap((fact): TraceFact[] => {
    const { code } = fact
    if (code === 'read' && shown.hasRead) return [fact]
    if (isOfQueues(code) && !shown.presence) return []
    const less = table[code] ?? code
    if (less === 'nothing') return []
    return [less === code ? fact : { code: less, ...timeOf(fact, less) }]
  })
  return countDevices(kept)
}

function isOfQueues(code: TraceCode): boolean {
  return code === 'no_queue' || code.startsWith('queue')
}

/** Only a mail that waits keeps its time among the values. */
function timeOf({ at }: TraceFact, code: TraceCode): { at?: number } {
  return code === 'mail_waits' && at !== undefined ? { at } : {}
}

/** Makes one fact of those about devices, whose names are for their owner. */
function countDevices(facts: readonly TraceFact[]): TraceFact[] {
  const isOfDevice = ({ code }: TraceFact) =>
    code === 'pushed' || code === 'push_waits' || code === 'push_if_unread'
  const [first, ...others] = facts.filter(isOfDevice)
  if (!first) return [...facts]
  const counted: TraceFact =
    first.code === 'push_if_unread' ? first : { code: 'pushed_to', count: others.length + 1 }
  return [...facts.filter((fact) => !isOfDevice(fact)), counted]
}
