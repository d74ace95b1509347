import { InvalidPayloadError } from '../errors'
import { defineIntegration } from '../integration'
import { closeFences } from '../message/fences'
import { bold } from '../message/inline'
import { markdownOfAttachments } from './attachments'
import { markdownOfBlocks } from './blocks'
import { markdownOfMrkdwn } from './mrkdwn'
import { SlackPayload } from './schema'

/** An integration for programs that know how to tell Slack something. */
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

/** Blocks replace the text, which then is for notifications only. */
function bodyOf({ text, blocks, mrkdwn }: SlackPayload): string {
  const plain = text ?? ''
  return markdownOfBlocks(blocks) || (mrkdwn === false ? plain.trim() : markdownOfMrkdwn(plain))
}

/** The name and emoji a sender wants to appear under; the bot keeps its own. */
function withSender({ username, icon_emoji }: SlackPayload, body: string): string {
  const emoji = icon_emoji && /^:[\w+-]+:$/.test(icon_emoji) ? icon_emoji : ''
  const name = username ? bold(username) : ''
  const sender = [emoji, name].filter(Boolean).join(' ')
  // A line of its own, since the body may begin with a list or a code block.
  return sender ? `${sender}\n${body}` : body
}
