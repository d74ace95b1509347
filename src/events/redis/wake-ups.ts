import { completeEvent } from '../../wire/renderings'

/** Reasons for which a poll ends without events. */
export type PollEnd = 'superseded' | 'deleted' | 'gone'

/** A message to a parked poll. */
export type WakeUp = { events: string[] } | { end: PollEnd }

interface Head {
  ended?: Partial<Record<PollEnd, string[]>>
  deliveries?: [line: number, overlay: string, polls: string][]
}

/**
 * Reads a message of `scripts/parts/wake-ups.lua`: what each poll, named by its token, is told.
 * A delivery comes complete: all that its queue holds, with ids ascending.
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
    // The queue may have been dropped by the very event that came; the client learns of it next.
    for (const token of tokens) {
      if (!wakeUps.has(token)) wakeUps.set(token, { end: end as PollEnd })
    }
  }
  return wakeUps
}
