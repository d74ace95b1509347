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
  /** Link that ends these mails. */
  stop?: string
}> = (say, { name, email, device, time, address, stop }, { realm }) => ({
  subject: say('mail.newLogin.subject', { realm, device }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.newLogin.body', { email, realm })),
    quote(say('mail.newLogin.facts', { time, device, address })),
    paragraph(say('mail.newLogin.fine')),
    paragraph(say('mail.wasItYou')),
  ],
  footer: [
    say('mail.why', { realm }),
    stop === undefined ? say('mail.newLogin.off') : say('mail.newLogin.stop', { link: stop }),
  ],
  ...(stop === undefined
    ? {}
    : {
        headers: {
          'List-Unsubscribe': `<${stop}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
})

/** Test mail for an operator. */
export const testMail: Template<Record<never, string>> = (say, _values, { realm }) => ({
  subject: say('mail.test.subject', { realm }),
  blocks: [paragraph(say('mail.test.body', { realm }))],
  footer: [say('mail.whyAddress', { realm })],
})
