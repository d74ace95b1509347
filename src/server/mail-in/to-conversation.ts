import { ApiError } from '../lib/api-error'
import { countReply, findReplyAddress } from '../data/mail/addresses'
import { finishIncomingMail } from '../data/mail/incoming'
import type { MailOutcome } from '../data/mail/incoming'
import { listMembers } from '../data/notifications/unread-messages'
import type { IncomingMailRow, MessageRow, ReplyAddressRow } from '../data/schema'
import { findUserById } from '../data/users/users'
import type { UserWithRealm } from '../data/users/users'
import { accessMessage } from '../chat/access/messages/access-message'
import { realmUrl } from '../chat/notify/mail/enqueue'
import { accessStreamToSend } from '../chat/posting/sending/addressees'
import { composeForStream, composeForUsers } from '../chat/posting/sending/compose-message'
import type { MessageText } from '../chat/posting/sending/compose-message'
import { sendInTransaction } from '../chat/posting/sending/send-message'
import { sendPrivatelyAs } from '../chat/posting/sending/system-messages'
import { hashToken } from '../chat/rules/credentials'
import { quote } from '../chat/rules/messages/quoting'
import { writeContent } from './content'
import type { ReadMail } from './read-mail'
import { isGone, mailClient, MailTakenError } from './to-stream'
import type { PostContext } from './to-stream'

const ofReplies = { showSender: false, asCode: false, mentions: true }

/**
 * Sends an answer to a mail about missed messages as its reader, to the conversation where the message is now. The
 * rights to read and write there are checked again. After a refusal the person gets a private message.
 * Source: docs/protocol/mail-in.md#replies.
 */
export async function postReply(
  ctx: PostContext,
  row: IncomingMailRow,
  mail: ReadMail,
  token: string,
): Promise<MailOutcome> {
  const address = await findReplyAddress(ctx.db.dated(), hashToken(token))
  const user = address && (await findUserById(ctx.db.query, address.realm_id, address.user_id))
  if (!address || !user || isGone(user)) {
    return { outcome: 'dropped', reason: 'expired' }
  }
  try {
    return await post(ctx, row, { address, user, mail })
  } catch (error) {
    // Errors of the server may be temporary: the mail is tried again.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return refuse(ctx, row, user, error.message)
  }
}

interface Reply {
  address: ReplyAddressRow
  user: UserWithRealm
  mail: ReadMail
}

async function post(
  ctx: PostContext,
  row: IncomingMailRow,
  { address, user, mail }: Reply,
): Promise<MailOutcome> {
  const answered = await accessMessage(ctx.db.query, user, address.message_id)
  if (answered.stream_id !== null) {
    await accessStreamToSend(ctx.db.dated(), user, answered.stream_id)
  }
  const writers = { sender: user, writer: user }
  const content = await writeContent(ctx, writers, mail, ofReplies)
  if (content === undefined) return { outcome: 'dropped', reason: 'empty' }
  const message = await compose(ctx, user, answered, {
    content,
    client: mailClient,
    realmUrl: realmUrl(ctx.config, user.realm_string_id),
    readBySender: true,
  })
  const posted: MailOutcome = { outcome: 'posted' }
  await ctx.db.transaction(async (tx) => {
    await sendInTransaction(ctx, tx, user, message)
    await countReply(tx, address)
    if (!(await finishIncomingMail(tx, row, posted))) throw new MailTakenError()
  })
  return posted
}

async function compose(
  ctx: PostContext,
  user: UserWithRealm,
  { stream_id, topic, dm_group_id }: MessageRow,
  text: MessageText,
) {
  if (stream_id !== null) return composeForStream(ctx, user, { to: stream_id, topic }, text)
  const members = await listMembers(ctx.db.query, user.realm_id, [dm_group_id ?? 0])
  const ids = members.map(({ user_id }) => user_id)
  return composeForUsers(ctx, user, ids, text)
}

async function refuse(
  ctx: PostContext,
  row: IncomingMailRow,
  user: UserWithRealm,
  error: string,
): Promise<MailOutcome> {
  const refused: MailOutcome = { outcome: 'refused', reason: error }
  await ctx.db.transaction(async (tx) => {
    await sendPrivatelyAs(ctx, tx, 'notification', {
      realmId: user.realm_id,
      recipientIds: [user.id],
      content: (say) => say('mailIn.replyRefused', { error: quote(error) }),
    })
    if (!(await finishIncomingMail(tx, row, refused))) throw new MailTakenError()
  })
  return refused
}
