import { Type } from '@sinclair/typebox'
import { defineIntegration } from './declare/integration'
import { codeBlock } from './message/fences'

/** Shows payloads as JSON; for senders without an integration, and for debugging. */
export const rawJson = defineIntegration({
  name: 'json',
  displayName: 'JSON',
  clientName: 'JSON',
  summary: 'Shows any JSON object as it is',
  payload: Type.Object({}),

  format(payload) {
    return {
      topic: 'JSON',
      content: codeBlock(JSON.stringify(firstPart(payload), null, 2), 'json'),
    }
  },
})

/**
 * The start of the payload, about as much as a message can show. Pretty-printing puts each member on its own indented
 * line, so the text of a whole payload could be a hundred times as long as the body.
 */
function firstPart(payload: unknown): unknown {
  let charactersLeft = 10_000
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') charactersLeft -= value.length
    if (typeof value !== 'object' || value === null) return value
    const members: [string, unknown][] = []
    const isList = Array.isArray(value)
    for (const key in value) {
      if (charactersLeft <= 0) break
      charactersLeft -= isList ? 1 : key.length + 1
      members.push([key, copy(value[key as keyof typeof value])])
    }
    return isList ? members.map(([, member]) => member) : Object.fromEntries(members)
  }
  return copy(payload)
}
