import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { isUndeliverable } from '../../../data/mail/bounces'
import { takeMissedMessages } from '../../../data/notifications/missed-messages'
import type { PersonKey } from '../../../data/notifications/person-key'
import {
  isAddressOfSeveral,
  listContext,
  listMembers,
  listUnreadAmong,
} from '../../../data/notifications/unread-messages'
import type { MailedMessage } from '../../../data/notifications/unread-messages'
import { findUserById } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import { groupBy } from '../../../lib/group-by'
import { sayingIn } from '../../../text/i18n/languages'
import { addressOf, unknownName } from '../../../wire/addresses'
import { sightOf } from '../../access/users/user-visibility'
import { unsubscribeLink } from '../../actions/users/unsubscribe'
import { enqueueMails, hostOf, realmUrl } from '../../notify/mail/enqueue'
import type { MailToSend } from '../../notify/mail/enqueue'
import type { ShownMessage } from '../../notify/mail/templates/missed-messages'
import { formatTimeFor } from '../../notify/mail/times'
import { messageHtml } from '../../rules/mail/message-html'
import { messageAddress } from '../../rules/messages/quoting'
import { realmSettingsOf } from '../../rules/realms/settings'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { missedConversations, threadOf } from './conversations'
import type { MissedConversation } from './conversations'
import { isPresent } from '../../../stores/presence/presence'
import { mentionedGroup } from './mentioned-group'
import { makeReplyAddress } from './reply-address'
import { conversationName, reasonOf, subjectOf } from './mail-texts'
import type { Recipient } from './mail-texts'

/*
 * The mails about missed messages of one person. Source: docs/protocol/notifications.md#missed-messages.
 */

/** Messages shown per conversation; the newest ones. */
const mostShown = 30
/** Characters shown of a message. */
const mostCharacters = 2_000
/** Earlier messages shown before a mention. Source: docs/protocol/notifications.md#mail-context. */
const context = { most: 10, ms: 900_000 }
/** Content of messages that were emptied by an edit. */
const emptied = '(deleted)'

export type MissedMailContext = Pick<AppContext, 'clock' | 'config' | 'db' | 'metrics' | 'presence'>

/**
 * Takes the waiting messages of a person, drops those that no longer need telling, and enqueues a mail for each
 * conversation, in one transaction: a worker that dies neither repeats nor loses a mail.
 * Source: docs/protocol/notifications.md#mail-canceled.
 */
export async function mailMissedMessages(ctx: MissedMailContext, person: PersonKey): Promise<void> {
  const presences = await ctx.presence.read(person.realm_id)
  let dropped = 0
  await ctx.db.transaction(async (tx) => {
    const taken = await takeMissedMessages(tx, person)
    dropped = taken.length
    // People who were present then and are present now have had time to look.
    const isHere = isPresent(presences, person.user_id, tx.now)
    const told = taken.filter(({ was_present }) => !(was_present && isHere))
    if (told.length === 0) return
    const user = await findUserById(tx, person.realm_id, person.user_id)
    if (!user || user.deactivated_at !== null || user.realm_deactivated_at !== null) return
    if (await isUndeliverable(tx, user.realm_id, addressOf(user))) return
    const unread = await listUnreadAmong(
      tx,
      user,
      told.map(({ message_id }) => message_id),
    )
    const conversations = missedConversations(
      unread.filter(({ content }) => content !== emptied),
      told,
    )
    if (conversations.length === 0) return
    for (const { messages } of conversations) dropped -= messages.length
    const recipient = await recipientOf(ctx, tx, user, conversations)
    const mails = isContentAllowed(user)
      ? await Promise.all(conversations.map((each) => mailOf(ctx, tx, recipient, each)))
      : [withheldMail(ctx, recipient, conversations)]
    await enqueueMails(ctx, tx, mails)
  })
  ctx.metrics.notificationsDropped.inc({ channel: 'mail' }, dropped)
}

/**
 * Whether mails to a person may show messages.
 * Source: docs/protocol/notifications.md#mail-withheld.
 */
export function isContentAllowed(user: UserWithRealm): boolean {
  return (
    realmSettingsOf(user).message_content_allowed_in_email_notifications &&
    userSettingsOf(user).message_content_in_email_notifications
  )
}

async function recipientOf(
  { config }: MissedMailContext,
  tx: Tx,
  user: UserWithRealm,
  conversations: readonly MissedConversation[],
): Promise<Recipient> {
  const settings = userSettingsOf(user)
  const locale = settings.default_language
  const address = addressOf(user)
  const groupIds = new Set(conversations.flatMap(({ messages }) => messages[0]?.dm_group_id ?? []))
  const policy = settings.realm_name_in_email_notifications_policy
  const namesRealm = policy === 2 || (policy === 1 && (await isAddressOfSeveral(tx, address)))
  return {
    user,
    address,
    locale,
    say: sayingIn(locale),
    settings,
    knows: await sightOf(tx, user),
    members: groupBy(
      await listMembers(tx, user.realm_id, [...groupIds]),
      ({ dm_group_id }) => dm_group_id,
    ),
    namesRealm,
    stop: await unsubscribeLink(config, tx, user, 'missed_messages'),
  }
}

async function mailOf(
  ctx: MissedMailContext,
  tx: Tx,
  recipient: Recipient,
  conversation: MissedConversation,
): Promise<MailToSend> {
  const { config } = ctx
  const { user, say, stop } = recipient
  const { messages, trigger, beginsWithMention } = conversation
  const [first] = messages as [MailedMessage]
  const since = new Date(first.sent_at.getTime() - context.ms)
  const before =
    beginsWithMention && first.stream_id !== null
      ? await listContext(tx, user, first, { since, most: context.most })
      : []
  const shown = messages.slice(-mostShown)
  const left = messages.length - shown.length
  return wanted(recipient, {
    subject: subjectOf(recipient, conversation),
    lead: left > 0 ? say('mail.missed.more', { count: left }) : '',
    messages: JSON.stringify(showMessages(ctx, recipient, [...before, ...shown])),
    url: `${realmUrl(config, user.realm_string_id)}/${addressIn(recipient, shown.at(0) ?? first)}`,
    open: say('mail.missed.button'),
    reason: reasonOf(recipient, trigger, {
      conversation: conversationName(recipient, first),
      group: trigger === 'mentioned' ? await groupOf(tx, user, messages) : undefined,
    }),
    stop,
    thread: threadOf(user.realm_id, first, hostOf(config)),
    list: listOf(ctx, user),
    reply: await makeReplyAddress(ctx, tx, user, (messages.at(-1) ?? first).id),
  })
}

async function groupOf(
  tx: Tx,
  user: UserWithRealm,
  messages: readonly MailedMessage[],
): Promise<string | undefined> {
  return (await mentionedGroup(tx, user, messages))?.name
}

function withheldMail(
  ctx: MissedMailContext,
  recipient: Recipient,
  [conversation]: readonly MissedConversation[],
): MailToSend {
  const { config } = ctx
  const { user, say, stop } = recipient
  const host = hostOf(config)
  return wanted(recipient, {
    subject: subjectOf(recipient, undefined),
    lead: say('mail.missed.withheldBody', { realm: user.realm_name }),
    messages: '[]',
    url: realmUrl(config, user.realm_string_id),
    open: say('mail.missed.buttonWithheld', { realm: user.realm_name }),
    reason: reasonOf(recipient, conversation?.trigger ?? 'direct_message', {
      conversation: user.realm_name,
    }),
    stop,
    thread: `<messages-${user.realm_id}-${user.id}@${host}>`,
    list: listOf(ctx, user),
    // An answer would reveal where it goes.
    reply: '',
  })
}

/** The value of `List-Id`: the organization and its host. */
export function listOf({ config }: Pick<AppContext, 'config'>, user: UserWithRealm): string {
  const { hostname } = new URL(realmUrl(config, user.realm_string_id))
  return `${user.realm_name.replace(/[<>"\\,\p{Cc}]/gu, ' ')} <${hostname}>`
}

type MissedMail = Extract<MailToSend, { template: 'missed_messages' }>

function wanted({ user, address, locale }: Recipient, values: MissedMail['values']): MissedMail {
  return { realmId: user.realm_id, to: address, template: 'missed_messages', values, locale }
}

/** The messages as the mail shows them; those of one sender in a row stand together. */
function showMessages(
  { config }: MissedMailContext,
  { knows, settings, user, say }: Recipient,
  messages: readonly MailedMessage[],
): ShownMessage[] {
  const options = {
    realmUrl: realmUrl(config, user.realm_string_id),
    spoiler: say('mail.missed.spoiler', { realm: user.realm_name }),
  }
  return messages.map(({ sender_id, sender_is_bot, sender_name, sent_at, ...message }, index) => {
    const isSame = messages[index - 1]?.sender_id === sender_id
    const name = knows({ id: sender_id, is_bot: sender_is_bot }) ? sender_name : unknownName
    const text = shortened(message.content, mostCharacters)
    // A message that is cut is shown as text.
    const html =
      text === message.content ? messageHtml(message.rendered_content, options) : undefined
    return {
      by: isSame ? '' : `${name} · ${formatTimeFor(settings, sent_at)}`,
      text,
      ...(html === undefined ? {} : { html }),
    }
  })
}

/** The first `most` characters of a text, with `…` if it was longer. */
export function shortened(content: string, most: number): string {
  const characters = [...content.slice(0, 2 * most)]
  const isCut = content.length > 2 * most || characters.length > most
  return isCut ? `${characters.slice(0, most).join('')}…` : content
}

function addressIn({ members }: Recipient, message: MailedMessage): string {
  const { stream_id, stream_name, dm_group_id } = message
  return stream_id === null
    ? messageAddress(
        { userIds: (members.get(dm_group_id ?? 0) ?? []).map(({ user_id }) => user_id) },
        message,
      )
    : messageAddress({ id: stream_id, name: stream_name ?? '' }, message)
}
