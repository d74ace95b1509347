import { button, paragraph } from '../../../../stores/mail/layout'
import type { Template } from './template'

/* Source: docs/protocol/mail.md#change-address. */

/** To the new address, with the link that confirms it. */
export const confirmAddress: Template<{
  name: string
  email: string
  oldEmail: string
  link: string
  until: string
}> = (say, { name, email, oldEmail, link, until }, { realm }) => ({
  subject: say('mail.confirmAddress.subject', { realm }),
  blocks: [
    paragraph(say('mail.confirmAddress.body', { name, email, oldEmail, realm })),
    button(say('mail.confirmAddress.button'), link),
    paragraph(say('mail.worksOnce', { time: until })),
    paragraph(say('mail.confirmAddress.ignore')),
  ],
  footer: [say('mail.whyAddress', { realm })],
})

/** To the old address, before the new one is confirmed. */
export const addressAsked: Template<{ name: string; email: string; oldEmail: string }> = (
  say,
  { name, email, oldEmail },
  { realm },
) => ({
  subject: say('mail.addressAsked.subject', { realm }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.addressAsked.body', { email, oldEmail, realm })),
    paragraph(say('mail.wasItYou')),
  ],
  footer: [say('mail.why', { realm })],
})

/** To the old address, after the change. */
export const addressChanged: Template<{ name: string; email: string; oldEmail: string }> = (
  say,
  { name, email, oldEmail },
  { realm },
) => ({
  subject: say('mail.addressChanged.subject', { realm }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.addressChanged.body', { email, oldEmail, realm })),
    paragraph(say('mail.wasItYou')),
  ],
  footer: [say('mail.why', { realm })],
})
