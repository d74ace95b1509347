import type { PublishedMessage } from '../../shared/events'
import type { DeliveredMessage } from '../../shared/messages'
import { serverVersion } from './server-version'

/** A message in a call to a service. */
export interface ServiceMessage extends DeliveredMessage {
  /** Markdown, not HTML; the same as `content`. */
  rendered_content: string
}

/** The payload that the server posts to a service. Source: docs/protocol/bots.md#call. */
export interface WebhookCall {
  bot_email: string
  bot_full_name: string
  /** Authenticates this server to the service. */
  token: string
  trigger: 'mention' | 'direct_message'
  /** Content of the message, including the mention of the bot. */
  data: string
  message: ServiceMessage
}

export const webhookUserAgent = `ZulipOutgoingWebhook/${serverVersion.zulip_version}`

export function presentServiceMessage(message: PublishedMessage): ServiceMessage {
  const { avatar_is_gravatar: _isGravatar, ...record } = message
  return { ...record, content_type: 'text/x-markdown' }
}

/** The payload for services that expect Slack's outgoing webhooks. */
export function presentSlackCall(
  call: WebhookCall,
  realm: { id: number; host: string },
  botId: number,
): Record<string, string> {
  const { message } = call
  const { stream_id: streamId, display_recipient: recipient } = message
  return {
    token: call.token,
    team_id: `T${realm.id}`,
    team_domain: realm.host,
    channel_id: streamId === undefined ? `D${message.recipient_id}` : `C${streamId}`,
    channel_name: typeof recipient === 'string' ? recipient : 'directmessage',
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: message.content,
    trigger_word: call.trigger,
    service_id: String(botId),
  }
}
