import { changeWidgetEndpoint } from './change-widget'
import { deleteMessageEndpoint } from './delete-message'
import { getMessageEndpoint } from './get-message'
import { getMessageHistoryEndpoint } from './get-message-history'
import { getMessagesEndpoint } from './get-messages'
import { getReadReceiptsEndpoint } from './get-read-receipts'
import { matchNarrowEndpoint } from './match-narrow'
import { renderMessageEndpoint } from './render-message'
import { sendMessageEndpoint } from './send-message'
import { updateMessageEndpoint } from './update-message'

export const messagesEndpoints = [
  getMessagesEndpoint,
  sendMessageEndpoint,
  matchNarrowEndpoint,
  renderMessageEndpoint,
  getMessageEndpoint,
  updateMessageEndpoint,
  deleteMessageEndpoint,
  getMessageHistoryEndpoint,
  getReadReceiptsEndpoint,
  changeWidgetEndpoint,
]
