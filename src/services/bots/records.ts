import type { BotRow } from '../../db/bots'
import { presentBot } from '../../wire/users'
import type { BotRecord } from '../../wire/users'

export function presentBotRow(bot: BotRow): BotRecord {
  return presentBot(bot, {
    ownerEmail: bot.owner_email,
    defaultSendingStream: bot.sending_stream,
    defaultEventsRegisterStream: bot.events_register_stream,
    service: bot.service,
  })
}
