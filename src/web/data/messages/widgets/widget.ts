import type { Submessage } from '../../records/message'

/** The content of one submessage, and its sender. */
interface Change {
  senderId: number
  data: Readonly<Record<string, unknown>>
}

export interface Widget {
  type: string
  /** Data of the first submessage. */
  start: Readonly<Record<string, unknown>>
  /** Data of the other submessages, in order. */
  changes: readonly Change[]
}

/**
 * Parses the submessages of a message; undefined if the message is not a widget.
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

/** Parses a JSON object; anything else gives an empty object. */
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
