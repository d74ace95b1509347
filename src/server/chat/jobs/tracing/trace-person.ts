import type { AppContext } from '../../../context'
import type { RecipientGroup } from '../../../data/access/recipients'
import { readNotifications, readTies } from '../../../data/messages/trace'
import type { TracedMessage, TracedNotifications } from '../../../data/messages/trace'
import { listConcerns } from '../../../data/notifications/concerns'
import type { ConcernRow } from '../../../data/notifications/concerns'
import type { UserWithRealm } from '../../../data/users/users'
import { isMailOn } from '../../notify/mail/enqueue'
import { concernOf, mailTrigger, pushTrigger } from '../../rules/notifications/triggers'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { notifyingBots } from '../../rules/system-bots'

/**
 * Sentences about a message and one person: whether it is in their history, why not, and what was mailed and pushed. They
 * speak of the settings as they are now.
 */
export async function tracePerson(
  ctx: Pick<AppContext, 'config' | 'db'>,
  message: TracedMessage,
  person: UserWithRealm,
  group: RecipientGroup | undefined,
): Promise<string[]> {
  const { query } = ctx.db
  const { email } = person
  if (person.id === message.sender_id) return [`${email} sent it, and is notified of nothing.`]
  if (person.deactivated_at) {
    return [`${email} is deactivated since ${person.deactivated_at.toISOString()}.`]
  }
  const ties = await readTies(query, message, person.id)
  if (group?.received !== true) return [describeAbsence(message, email, ties.is_subscribed)]
  const found = [
    group.is_read ? `${email} has it as read.` : `${email} has it, and has not read it.`,
  ]
  if (ties.has_muted_sender) {
    found.push(`${email} has muted the sender: it arrived as read, and notified nobody.`)
    return found
  }
  if (ties.is_stream_muted) found.push(`${email} has muted the stream.`)
  if (person.is_bot) return [...found, `${email} is a bot, and bots are notified of nothing.`]
  const concerns = await listConcerns(query, [message], notifyingBots)
  const concern = concerns.find(({ user_id }) => user_id === person.id)
  const address = person.delivery_email ?? email
  const told = await readNotifications(query, message, { id: person.id, address })
  return [
    ...found,
    describeMail(isMailOn(ctx), concern, told, group.is_read),
    describePush(concern, told, group.is_read),
  ]
}

function describeAbsence({ stream }: TracedMessage, email: string, isSubscribed: boolean): string {
  if (stream === null) return `${email} is not in the conversation.`
  return isSubscribed
    ? `${email} was not subscribed to the stream when it was sent, and subscribed later.`
    : `${email} is not subscribed to the stream.`
}

const notConcerned =
  'it is not private, mentions the person in no way, and the person neither follows the topic nor asks for notifications of the stream'

function describeMail(
  isOn: boolean,
  concern: ConcernRow | undefined,
  { mail, mails: [sent] }: TracedNotifications,
  isRead: boolean,
): string {
  if (mail)
    return `A mail about it (${mail.trigger}) is due at ${mail.due_at.toISOString()}, if it is unread then.`
  if (!isOn) return 'No mail: SMTP_URL is not set.'
  if (!concern) return `No mail: ${notConcerned}.`
  if (mailTrigger(concernOf(concern), userSettingsOf(concern)) === undefined) {
    return 'No mail: the settings of the person for this kind of message, or for the muted stream or topic, say no.'
  }
  if (sent?.sent_at)
    return `A mail about missed messages went out at ${sent.sent_at.toISOString()}.`
  if (sent) {
    const reason = sent.last_error === null ? 'waits' : `has failed: ${sent.last_error}`
    return `A mail about missed messages was made at ${sent.created_at.toISOString()} and ${reason}.`
  }
  return isRead
    ? 'No mail: it was read before the mail was due.'
    : 'No mail is recorded: it was sent long ago, or while no worker ran.'
}

function describePush(
  concern: ConcernRow | undefined,
  { push, shown, devices }: TracedNotifications,
  isRead: boolean,
): string {
  if (shown.length > 0) {
    const names = shown.map(({ name, sent_at }) => `${name} (${sent_at?.toISOString() ?? 'waits'})`)
    return `Pushed to ${names.join(', ')}.`
  }
  if (push && !push.is_enqueued)
    return `A push is due at ${push.due_at.toISOString()}, if it is unread then.`
  if (devices.length === 0) return 'No push: the person has no device that takes pushes.'
  const failing = devices.filter(({ last_error }) => last_error !== null)
  if (failing.length === devices.length) {
    return `No push: every device fails, as ${failing[0]?.name} with ${failing[0]?.last_error}.`
  }
  if (!concern) return `No push: ${notConcerned}.`
  if (!concern.has_device) return 'No push: each device was registered after the message.'
  if (pushTrigger(concernOf(concern), userSettingsOf(concern)) === undefined) {
    return 'No push: the settings of the person for this kind of message, or for the muted stream or topic, say no.'
  }
  return isRead
    ? 'No push is shown: it was read before the push was due, or was cleared when it was read.'
    : 'No push is recorded: it was sent long ago, or while no worker ran.'
}
