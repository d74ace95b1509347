import type { AppContext } from '../../context'
import type { MessageRow } from '../../db/schema'
import { insertSubmessage, measureSubmessages } from '../../db/submessages'
import { submessageAdded } from '../../wire/message-events'
import { presentSubmessage } from '../../wire/submessages'
import type { Requester } from '../authentication'
import { limits } from '../limits'
import { accessMessage } from '../messages/access'
import { lockForEdit } from '../messages/editing/move'
import { tellReaders } from '../messages/tell-readers'
import { changesOf, refusalsToOthers } from './changes'
import type { WidgetChange } from './changes'
import {
  ForeignWidgetChangeError,
  NoWidgetError,
  WidgetAuthorRequiredError,
  WidgetFullError,
} from './errors'
import { widgetTypeOf } from './widget'

/**
 * Does something in a widget: whoever may read the message may vote, add options and tasks, and
 * strike tasks off.
 *
 * @throws InvalidMessageError, alike for missing messages and hidden ones; ApiError of ./errors
 * Source: client notes 7; 8.3.
 */
export async function changeWidget(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  messageId: number,
  change: WidgetChange,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const found = await accessMessage(tx, requester, messageId)
    // One after the other, so that clients hear of changes in the order in which others read them.
    const message = await lockForEdit(tx, found)
    checkChange(requester, message, change)
    const { realm_id, id: message_id } = message
    const row = await insertSubmessage(tx, {
      realm_id,
      message_id,
      sender_id: requester.id,
      content: JSON.stringify(change),
    })
    const bytes = await measureSubmessages(tx, realm_id, message_id)
    if (bytes > limits.submessageBytes) throw new WidgetFullError()
    await tellReaders(tx, requester, message, submessageAdded(presentSubmessage(message_id, row)))
  })
}

/** @throws ApiError of ./errors */
function checkChange(requester: Requester, message: MessageRow, { type }: WidgetChange): void {
  // Its content is what it was sent with: widgets cannot be edited.
  const widgetType = message.is_widget ? widgetTypeOf(message.content) : undefined
  if (!widgetType) throw new NoWidgetError()
  if (!changesOf[widgetType].includes(type)) throw new ForeignWidgetChangeError(widgetType, type)
  const refusal = refusalsToOthers[type]
  if (refusal !== undefined && message.sender_id !== requester.id) {
    throw new WidgetAuthorRequiredError(refusal)
  }
}
