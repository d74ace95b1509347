import { changeWidgetEndpoint } from './change-widget'
import { deleteMessageEndpoint, updateMessageEndpoint } from './change-message'
import {
  getMessageEndpoint,
  getMessageHistoryEndpoint,
  getReadReceiptsEndpoint,
} from './get-message'
import { getMessagesEndpoint, matchNarrowEndpoint } from './get-messages'
import { reportMessageEndpoint } from './report-message'
import { renderMessageEndpoint, sendMessageEndpoint } from './send-message'
import { traceMessageEndpoint } from './trace-message'

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
  reportMessageEndpoint,
  traceMessageEndpoint,
]
