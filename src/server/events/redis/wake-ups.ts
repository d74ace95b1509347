import { completeEvent } from '../../wire/renderings'

/** Reasons for ending a poll without events. */
type PollEnd = 'superseded' | 'deleted' | 'gone'

/** A message to a parked poll. */
export type WakeUp = { events: string[] } | { end: PollEnd }

interface Head {
  ended?: Partial<Record<PollEnd, string[]>>
  deliveries?: [line: number, overlay: string, polls: string][]
}

/**
 * Parses a message of `scripts/parts/wake-ups.lua` into wake-ups by the poll's token. A delivery is
 * complete: all events of its queue, with ascending ids.
 */
export function parseWakeUps(message: string): Map<string, WakeUp> {
  const lines = message.split('\n')
  const head = JSON.parse(lines[0] as string) as Head
  const wakeUps = new Map<string, WakeUp>()

  for (const [line, overlay, polls] of head.deliveries ?? []) {
    const payload = lines[line] as string
    for (const poll of polls.split(' ')) {
      const colon = poll.indexOf(':')
      const token = poll.slice(0, colon)
      const text = completeEvent(payload, overlay, poll.slice(colon + 1))
      const known = wakeUps.get(token)
      if (known && 'events' in known) known.events.push(text)
      else wakeUps.set(token, { events: [text] })
    }
  }
  for (const [end, tokens] of Object.entries(head.ended ?? {})) {
    // This event may also have made the queue overfull and dropped; the client finds out by its
    // next poll.
    for (const token of tokens) {
      if (!wakeUps.has(token)) wakeUps.set(token, { end: end as PollEnd })
    }
  }
  return wakeUps
}
