import { button, paragraph, quote } from '../../../../stores/mail/layout'
import type { Template } from './template'

/* Source: docs/protocol/mail.md#password-reset. */

/** The link for setting a password. */
export const passwordReset: Template<{
  name: string
  email: string
  link: string
  until: string
}> = (say, { name, email, link, until }, { realm }) => ({
  subject: say('mail.reset.subject', { realm }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.reset.body', { email, realm })),
    button(say('mail.reset.button'), link),
    paragraph(say('mail.worksOnce', { time: until })),
    paragraph(say('mail.reset.ignore')),
  ],
  footer: [say('mail.why', { realm })],
})

/** The code with which a browser logs in. Source: docs/protocol/mail.md#login-codes. */
export const loginCode: Template<{ name: string; email: string; code: string; until: string }> = (
  say,
  { name, email, code, until },
  { realm },
) => ({
  subject: say('mail.loginCode.subject', { realm, code }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.loginCode.body', { email, realm })),
    quote(code),
    paragraph(say('mail.loginCode.once', { time: until })),
    paragraph(say('mail.loginCode.ignore')),
  ],
  footer: [say('mail.why', { realm })],
})

/** Instead of a link, to a user whose account is deactivated. */
export const passwordResetDeactivated: Template<{ name: string; email: string }> = (
  say,
  { name, email },
  { realm },
) => ({
  subject: say('mail.resetDeactivated.subject', { realm }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.resetDeactivated.body', { email, realm })),
  ],
  footer: [say('mail.why', { realm })],
})

/** Tells a user that their password was changed. */
export const passwordChanged: Template<{ name: string; email: string; time: string }> = (
  say,
  { name, email, time },
  { realm },
) => ({
  subject: say('mail.passwordChanged.subject', { realm }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.passwordChanged.body', { email, realm, time })),
    paragraph(say('mail.wasItYou')),
  ],
  footer: [say('mail.why', { realm })],
})
