import { button, paragraph } from '../../../../stores/mail/layout'
import type { Template } from './template'

/* Source: docs/protocol/sign-up.md#signup-here. */

/** The link for creating an account. */
export const signUp: Template<{ email: string; link: string; until: string }> = (
  say,
  { email, link, until },
  { realm },
) => ({
  subject: say('mail.signUp.subject', { realm }),
  blocks: [
    paragraph(say('mail.signUp.body', { email, realm })),
    button(say('mail.signUp.button'), link),
    paragraph(say('mail.worksOnce', { time: until })),
    paragraph(say('mail.signUp.ignore')),
  ],
  footer: [say('mail.whyAddress', { realm })],
})

/** Instead of a link, to an address that already has an account. */
export const signUpKnown: Template<{ name: string; email: string; link: string }> = (
  say,
  { name, email, link },
  { realm },
) => ({
  subject: say('mail.signUpKnown.subject', { realm }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.signUpKnown.body', { email, realm })),
    button(say('mail.signUpKnown.button'), link),
    paragraph(say('mail.signUp.ignore')),
  ],
  footer: [say('mail.why', { realm })],
})

/** Instead of a link, to an address whose account is deactivated: it cannot get another account. */
export const signUpDeactivated: Template<{ name: string; email: string }> = (
  say,
  { name, email },
  { realm },
) => ({
  subject: say('mail.signUpDeactivated.subject', { realm }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.signUpDeactivated.body', { email, realm })),
  ],
  footer: [say('mail.why', { realm })],
})

/** Login data for a new user. */
export const accountRegistered: Template<{ name: string; email: string; link: string }> = (
  say,
  { name, email, link },
  { realm },
) => ({
  subject: say('mail.registered.subject', { realm }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.registered.body', { email, realm })),
    button(say('mail.registered.button', { realm }), link),
    paragraph(say('mail.registered.keep')),
  ],
  footer: [say('mail.why', { realm })],
})
