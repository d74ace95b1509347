import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/*
 * Submessages of a widget: the first defines the widget, the others are actions in it.
 * Sources: docs/protocol/messages.md#widgets, docs/protocol/events.md#submessage.
 */

export const submessageSchema = Type.Object({
  id: Type.Integer(),
  message_id: Type.Integer(),
  sender_id: Type.Integer(),
  msg_type: Type.Literal('widget'),
  content: Type.String({ description: 'JSON' }),
})

export type SubmessageRecord = Static<typeof submessageSchema>

/** The fields of a submessage that do not depend on its message. */
export type SubmessageFacts = Pick<SubmessageRecord, 'id' | 'sender_id' | 'content'>
