import { Type } from '@sinclair/typebox'
import { defineIntegration } from './integration'
import { codeBlock } from './message/fences'

/** An integration for senders without one of their own, and for seeing what one sends. */
export const rawJson = defineIntegration({
  name: 'json',
  displayName: 'JSON',
  clientName: 'JSON',
  summary: 'Shows any JSON object as it is',
  payload: Type.Object({}),

  format(payload) {
    return { topic: 'JSON', content: codeBlock(JSON.stringify(payload, null, 2), 'json') }
  },
})
