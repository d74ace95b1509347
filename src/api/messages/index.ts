import { renderMessageEndpoint } from './render-message'
import { sendMessageEndpoint } from './send-message'

export const messagesEndpoints = [sendMessageEndpoint, renderMessageEndpoint]
