import { button, paragraph } from '../../../../stores/mail/layout'
import type { Template } from './template'

/* Source: docs/protocol/sign-up.md#invitations. */

type Invitation = {
  /** Name of the inviter. */
  inviter: string
  link: string
  /** End of the link's validity; '' for never. */
  until: string
}

/** The link of an invitation, to a reader who may not know the organization. */
export const invitation: Template<Invitation> = (say, { inviter, link, until }, { realm }) => ({
  subject: say('mail.invitation.subject', { inviter, realm }),
  blocks: [
    paragraph(say('mail.invitation.body', { inviter, realm })),
    button(say('mail.invitation.button'), link),
    paragraph(until === '' ? say('mail.invitation.once') : say('mail.worksOnce', { time: until })),
    paragraph(say('mail.invitation.ignore')),
  ],
  footer: [say('mail.whyAddress', { realm })],
})

/** Reminder before the invitation expires. */
export const invitationReminder: Template<Invitation> = (
  say,
  { inviter, link, until },
  { realm },
) => ({
  subject: say('mail.invitationReminder.subject', { realm }),
  blocks: [
    paragraph(say('mail.invitationReminder.body', { inviter, realm })),
    button(say('mail.invitation.button'), link),
    paragraph(say('mail.worksOnce', { time: until })),
    paragraph(say('mail.invitation.ignore')),
  ],
  footer: [say('mail.whyAddress', { realm })],
})
