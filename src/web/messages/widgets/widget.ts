import type { Submessage } from '../message'

/** Something that was said in a widget, and by whom. */
export interface Change {
  senderId: number
  data: Readonly<Record<string, unknown>>
}

export interface Widget {
  type: string
  /** With what it began. */
  start: Readonly<Record<string, unknown>>
  /** In their order. */
  changes: readonly Change[]
}

/**
 * What the submessages of a message make it; undefined for a message that is no widget.
 * Source: docs/protocol/messages.md#widgets.
 */
export function widgetOf(submessages: readonly Submessage[]): Widget | undefined {
  const [first, ...rest] = submessages.map(({ sender_id: senderId, content }) => ({
    senderId,
    data: readObject(content),
  }))
  const type = first?.data['widget_type']
  if (typeof type !== 'string') return undefined
  const start = first?.data['extra_data']
  return { type, start: isObject(start) ? start : {}, changes: rest }
}

/** An object that is written as JSON; of anything else, an empty one. */
function readObject(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The number that the next thing that somebody adds has: each counts what is theirs. */
export function nextIndex(keys: Iterable<string>, userId: number): number {
  const own = Array.from(keys)
    .map((key) => key.split(','))
    .filter(([adder]) => adder === String(userId))
    .map(([, index]) => Number(index))
  return Math.max(0, ...own) + 1
}
