import { paragraph, quote } from '../../../../stores/mail/layout'
import type { Letter } from '../../../../stores/mail/layout'
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

/** Facts about a login, or about an act as important. */
type Notice = {
  name: string
  email: string
  device: string
  time: string
  address: string
  /** Link that ends these mails. */
  stop?: string
}

/** Tells a user about a login with a new browser or program. Source: docs/protocol/mail.md#login-mail. */
export const newLogin: Template<Notice & Record<never, string>> = (
  say,
  { name, email, device, time, address, stop },
  { realm },
) => ({
  subject: say('mail.newLogin.subject', { realm, device }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.newLogin.body', { email, realm })),
    quote(say('mail.newLogin.facts', { time, device, address })),
    paragraph(say('mail.newLogin.fine')),
    paragraph(say('mail.wasItYou')),
  ],
  ...endOfNotice(say, { realm, stop }),
})

/** Tells a user about a new named key. Source: docs/protocol/api-keys.md#mail. */
export const newApiKey: Template<Notice & { key: string }> = (
  say,
  { name, email, key, device, time, address, stop },
  { realm },
) => ({
  subject: say('mail.newApiKey.subject', { realm, key }),
  blocks: [
    paragraph(say('mail.hello', { name })),
    paragraph(say('mail.newApiKey.body', { email, realm, key })),
    quote(say('mail.newLogin.facts', { time, device, address })),
    paragraph(say('mail.newLogin.fine')),
    paragraph(say('mail.wasItYou')),
  ],
  ...endOfNotice(say, { realm, stop }),
})

/** The footer with the link that ends these mails, and its headers. */
function endOfNotice(
  say: Parameters<typeof newLogin>[0],
  { realm, stop }: { realm: string; stop: string | undefined },
): Pick<Letter, 'footer' | 'headers'> {
  if (stop === undefined) return { footer: [say('mail.why', { realm }), say('mail.newLogin.off')] }
  return {
    footer: [say('mail.why', { realm }), say('mail.newLogin.stop', { link: stop })],
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** Test mail for an operator. */
export const testMail: Template<Record<never, string>> = (say, _values, { realm }) => ({
  subject: say('mail.test.subject', { realm }),
  blocks: [paragraph(say('mail.test.body', { realm }))],
  footer: [say('mail.whyAddress', { realm })],
})
