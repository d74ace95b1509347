import type { Endpoint } from '../../http/declare/endpoint'
import { createBotEndpoint } from './create-bot'
import {
  deactivateBotEndpoint,
  getBotKeyEndpoint,
  regenerateBotKeyEndpoint,
  updateBotEndpoint,
} from './change-bot'
import { listBotsEndpoint } from './list-bots'

export const botsEndpoints: readonly Endpoint[] = [
  listBotsEndpoint,
  createBotEndpoint,
  updateBotEndpoint,
  deactivateBotEndpoint,
  getBotKeyEndpoint,
  regenerateBotKeyEndpoint,
]
