import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { converted, integer } from '../../http/params'
import { InvalidMessageError } from '../../services/errors'
import { changeWidget } from '../../services/widgets/change-widget'
import {
  ForeignWidgetChangeError,
  NoWidgetError,
  WidgetAuthorRequiredError,
  WidgetFullError,
} from '../../services/widgets/errors'
import { widgetChangeParam } from './widget-change-param'

export const changeWidgetEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/submessage',
  tag: 'messages',
  summary: 'Do something in a poll or a to-do list: vote, add an option, strike a task off',
  description:
    'A message that begins with `/poll` or `/todo` is a widget. What was done in it comes with the ' +
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
