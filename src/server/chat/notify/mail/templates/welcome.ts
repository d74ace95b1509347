import { button, paragraph } from '../../../../stores/mail/layout'
import type { Template } from './template'

/** The link for choosing a password, to a user whose account an import made. */
export const accountMade: Template<{ name: string; email: string; link: string; until: string }> = (
  say,
  { name, email, link, until },
  { realm },
) => ({
  subject: say('mail.accountMade.subject', { realm }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.accountMade.body', { email, realm })),
    button(say('mail.accountMade.button'), link),
    paragraph(say('mail.worksOnce', { time: until })),
    paragraph(say('mail.accountMade.later')),
  ],
  footer: [say('mail.why', { realm })],
})
