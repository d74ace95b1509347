import type { Endpoint } from '../../http/endpoint'
import { createBotEndpoint } from './create-bot'
import { deactivateBotEndpoint } from './deactivate-bot'
import { listBotsEndpoint } from './list-bots'
import { regenerateBotKeyEndpoint } from './regenerate-bot-key'
import { updateBotEndpoint } from './update-bot'

export const botsEndpoints: readonly Endpoint[] = [
  listBotsEndpoint,
  createBotEndpoint,
  updateBotEndpoint,
  deactivateBotEndpoint,
  regenerateBotKeyEndpoint,
]
