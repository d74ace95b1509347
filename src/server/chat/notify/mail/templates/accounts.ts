import { paragraph, quote } from '../../../../stores/mail/layout'
import type { Template } from './template'

/** Tells a user that their account is deactivated. Source: docs/protocol/mail.md#deactivation-mail. */
export const accountDeactivated: Template<{ name: string; email: string; comment: string }> = (
  say,
  { name, email, comment },
  { realm },
) => ({
  subject: say('mail.deactivated.subject', { realm }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.deactivated.body', { email, realm })),
    ...(comment === '' ? [] : [paragraph(say('mail.deactivated.comment')), quote(comment)]),
  ],
  footer: [say('mail.why', { realm })],
})

/** Tells a user about a login with a new browser or program. Source: docs/protocol/mail.md#login-mail. */
export const newLogin: Template<{
  name: string
  email: string
  device: string
  time: string
  address: string
}> = (say, { name, email, device, time, address }, { realm }) => ({
  subject: say('mail.newLogin.subject', { realm, device }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.newLogin.body', { email, realm })),
    quote(say('mail.newLogin.facts', { time, device, address })),
    paragraph(say('mail.newLogin.fine')),
    paragraph(say('mail.wasItYou')),
  ],
  footer: [say('mail.why', { realm }), say('mail.newLogin.off')],
})

/** Test mail for an operator. */
export const testMail: Template<Record<never, string>> = (say, _values, { realm }) => ({
  subject: say('mail.test.subject', { realm }),
  blocks: [paragraph(say('mail.test.body', { realm }))],
  footer: [say('mail.whyAddress', { realm })],
})
