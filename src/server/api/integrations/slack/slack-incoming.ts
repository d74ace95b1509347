import { closeFences } from '../../../../shared/rules/fences'
import { InvalidPayloadError } from '../payload/errors'
import { defineIntegration } from '../declare/integration'
import { bold } from '../message/inline'
import { markdownOfAttachments } from './attachments'
import { markdownOfBlocks } from './blocks'
import { markdownOfMrkdwn } from './mrkdwn'
import { SlackPayload } from './schema'

/** Slack-compatible webhooks, for programs that can send to Slack. */
export const slackIncoming = defineIntegration({
  name: 'slack_incoming',
  displayName: 'Slack-compatible',
  clientName: 'SlackIncoming',
  summary: 'Messages of programs written for incoming webhooks of Slack',
  payload: SlackPayload,
  acceptsFormPayload: true,

  format(payload) {
    const { text, blocks, attachments, channel } = payload
    if (text === undefined && !blocks && !attachments) {
      throw new InvalidPayloadError('text key is missing from payload')
    }
    const body = [closeFences(bodyOf(payload)), markdownOfAttachments(attachments)]
      .filter(Boolean)
      .join('\n\n')
    const topic = channel?.replace(/^[#@]/, '').trim()
    return body
      ? { topic: topic || 'Message from Slack', content: withSender(payload, body) }
      : null
  },
})

/** Blocks take precedence over the text, which Slack then uses only in notifications. */
function bodyOf({ text, blocks, mrkdwn }: SlackPayload): string {
  const plain = text ?? ''
  return markdownOfBlocks(blocks) || (mrkdwn === false ? plain.trim() : markdownOfMrkdwn(plain))
}

/** Puts the sender's chosen name and emoji above the body; the bot's own name is not changed. */
function withSender({ username, icon_emoji }: SlackPayload, body: string): string {
  const emoji = icon_emoji && /^:[\w+-]+:$/.test(icon_emoji) ? icon_emoji : ''
  const name = username ? bold(username) : ''
  const sender = [emoji, name].filter(Boolean).join(' ')
  // On a separate line, because the body may begin with a list or a code block.
  return sender ? `${sender}\n${body}` : body
}
