import { button, paragraph } from '../../../mail/layout'
import type { Template } from './template'

/* Source: docs/protocol/sign-up.md#signup-here. */

/** The link with which somebody who has given an address makes their account. */
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

/** To somebody who has an account already. */
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

/** To somebody whose account is deactivated: there is no way to another one. */
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

/** To a newcomer: what is needed to log in. */
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
