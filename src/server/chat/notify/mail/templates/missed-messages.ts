import { button, message, paragraph } from '../../../../stores/mail/layout'
import type { Template } from './template'

/** A message as the mail shows it. */
export interface ShownMessage {
  /** Sender and time. */
  by: string
  text: string
  /** Safe HTML of the message; absent: the text is shown. */
  html?: string
}

/**
 * The messages of one conversation that a person has missed. The texts are in the language of the mail already.
 * Source: docs/protocol/notifications.md#missed-messages.
 */
export const missedMessages: Template<{
  subject: string
  /** Shown before the messages; may be empty. */
  lead: string
  /** JSON of the {@link ShownMessage}s. */
  messages: string
  /** Address of the conversation, and the text of its button. */
  url: string
  open: string
  reason: string
  /** Link that ends these mails. */
  stop: string
  /** Message-ID of the conversation, which is the same in all its mails. */
  thread: string
  /** Identifies these mails as a list; empty or missing: no header. */
  list: string
  /** Address for answers; empty or missing: there is none. */
  reply: string
}> = (say, { subject, lead, messages, url, open, reason, stop, thread, list, reply }) => ({
  subject,
  blocks: [
    ...(lead === '' ? [] : [paragraph(lead)]),
    ...(JSON.parse(messages) as ShownMessage[]).map(({ by, text, html }) =>
      message(by, text, html),
    ),
    button(open, url),
  ],
  footer: [
    ...(reply ? [say('mail.missed.reply')] : []),
    reason,
    say('mail.missed.stop', { link: stop }),
  ],
  ...(reply ? { replyTo: reply } : {}),
  headers: {
    'In-Reply-To': thread,
    References: thread,
    ...(list ? { 'List-Id': list } : {}),
    'List-Unsubscribe': `<${stop}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
})
