import { Type } from '@sinclair/typebox'
import type { Param } from '../../http/declare/param'
import { json, converted, integer } from '../../http/declare/params'
import {
  widgetChangeSchemas,
  changeWidget,
  ForeignWidgetChangeError,
  NoWidgetError,
  WidgetAuthorRequiredError,
  WidgetFullError,
} from '../../chat/actions/messages/change-widget'
import type { WidgetChange, WidgetChangeType } from '../../chat/actions/messages/change-widget'
import { endpoint } from '../../http/declare/endpoint'
import { InvalidMessageError } from '../../chat/rules/errors'

const types = Object.keys(widgetChangeSchemas) as WidgetChangeType[]

const byType = Object.fromEntries(
  types.map((type) => [type, json(widgetChangeSchemas[type])]),
) as Record<WidgetChangeType, Param<WidgetChange>>

const ofAnyType = json(Type.Object({ type: Type.Union(types.map((type) => Type.Literal(type))) }))

const schema = Type.Union(types.map((type) => widgetChangeSchemas[type]))

/** A step in a widget; decoded in two stages: first its `type`, then the schema of that type. */
const widgetChangeParam: Param<WidgetChange> = {
  ...json(schema, { example: { type: 'vote', key: 'canned,0', vote: 1 } }),
  decode(raw, name) {
    const { type } = ofAnyType.decode(raw, name)
    return byType[type].decode(raw, name)
  },
}

export const changeWidgetEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/submessage',
  tag: 'messages',
  summary: 'Do something in a poll or a to-do list: vote, add an option, strike a task off',
  description:
    'A message that begins with `/poll` or `/todo` is a widget. Its changes come with the ' +
    'message, as `submessages`, and as events of this type.',
  auth: 'basic',
  params: {
    message_id: integer({ min: 0 }),
    msg_type: converted(Type.Literal('widget'), (raw) => (raw === 'widget' ? raw : undefined)),
    content: widgetChangeParam,
  },
  response: {},
  errors: [
    InvalidMessageError,
    NoWidgetError,
    ForeignWidgetChangeError,
    WidgetAuthorRequiredError,
    WidgetFullError,
  ],

  async handler({ ctx, requester, params: { message_id: messageId, content: change } }) {
    await changeWidget(ctx, requester, messageId, change)
    return {}
  },
})
