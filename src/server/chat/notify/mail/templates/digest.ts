import { button } from '../../../../stores/mail/layout'
import type { Block } from '../../../../stores/mail/layout'
import type { Template } from './template'

/**
 * The digest of a week. The texts are in the language of the mail already.
 * Source: docs/protocol/notifications.md#digest.
 */
export const digest: Template<{
  subject: string
  /** JSON of the {@link Block}s. */
  blocks: string
  /** Address of the organization, and the text of its button. */
  url: string
  open: string
  /** Link that ends these mails. */
  stop: string
  /** Identifies these mails as a list. */
  list: string
}> = (say, { subject, blocks, url, open, stop, list }, { realm }) => ({
  subject,
  blocks: [...(JSON.parse(blocks) as Block[]), button(open, url)],
  footer: [say('mail.digest.why', { realm }), say('mail.digest.stop', { link: stop })],
  headers: {
    'List-Id': list,
    'List-Unsubscribe': `<${stop}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
})
