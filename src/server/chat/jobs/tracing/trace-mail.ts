import type { TraceFact } from '../../../../shared/message-trace'
import { unixSeconds } from '../../../wire/time'
import { concernOf, mailTrigger } from '../../rules/notifications/triggers'
import { userSettingsOf } from '../../rules/settings/user-settings'
import type { Notified } from './notified'

/** The fact about a mail to a user about a message: due, sent, failing, or the reason for none. */
export function traceMail(
  { concern, told, isRead, hasMutedSender }: Notified,
  isMailOn: boolean,
): TraceFact[] {
  const {
    mail,
    mails: [sent],
  } = told
  if (mail && !isRead) return [{ code: 'mail_due', at: unixSeconds(mail.due_at) }]
  if (!isMailOn) return [{ code: 'mail_off' }]
  if (hasMutedSender) return [{ code: 'mail_declined' }]
  if (!concern) return [{ code: 'mail_unconcerned' }]
  if (mailTrigger(concernOf(concern), userSettingsOf(concern)) === undefined) {
    return [{ code: 'mail_declined' }]
  }
  if (sent?.sent_at) return [{ code: 'mail_sent', at: unixSeconds(sent.sent_at) }]
  if (sent) {
    const at = unixSeconds(sent.created_at)
    return sent.last_error === null
      ? [{ code: 'mail_waits', at }]
      : [{ code: 'mail_failing', at, error: sent.last_error }]
  }
  return [{ code: isRead ? 'mail_read_before' : 'mail_unknown' }]
}
