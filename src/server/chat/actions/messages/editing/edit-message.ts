import type { AppContext } from '../../../../context'
import type { Tx } from '../../../../data/engine/database'
import { changeMessages } from '../../../../data/messages/edits'
import { recheckPushesAbout } from '../../../../data/notifications/push-messages'
import {
  dropReadStateOfEmptyTopic,
  listLeftBehind,
  moveReadState,
} from '../../../../data/read-state/move'
import type { MessageRow } from '../../../../data/schema'
import { publish } from '../../../../events/publish'
import type { Publication } from '../../../../events/publish'
import { flagAdded } from '../../../../wire/read-state'
import type { Requester } from '../../../rules/authentication'
import { lockForEdit } from '../../../access/messages/access-message'
import { watchMentions } from '../../../notify/messages/new-mentions'
import { watchStars } from '../../../notify/messages/star-visibility'
import { queueLinkPreviews } from '../../../posting/sending/link-preview-queue'
import { linkUploadsOf } from '../../../posting/sending/link-uploads'
import { NothingToChangeError } from '../../../rules/messages/errors'
import { checkWildcardMentions } from '../../../posting/sending/attention'
import { carryVisibility } from './carry-visibility'
import { checkEditedContent, prepareContent, storeAttention, storedContent } from './content'
import type { EditedContent, ContentInput } from './content'
import { accessForEdit, prepareMove } from './move'
import type { MessageMove, MoveInput } from './move'
import { postNotices } from './notices'
import type { MoveNoticesInput } from './notices'
import { publishUpdate } from './publish-update'

/** Requested changes of a message; absent parts stay unchanged. */
export type MessageEdit = ContentInput & MoveInput & MoveNoticesInput

/**
 * Edits the content of a message, moves it and others of its topic to another topic or stream, or both, and
 * notifies the readers. A call without effect succeeds without events: clients repeat calls whose answers
 * were lost.
 *
 * @throws NothingToChangeError for an edit without changes
 * @throws InvalidMessageError, the same for missing and hidden messages
 * @throws ApiError of rules/messages/errors.ts for changes that the requester may not make
 * @throws StreamDoesNotExistError, BadRequestError for an unusable target stream
 * @throws BadRequestError for a bad topic or content
 * Source: docs/protocol/messages.md#edit.
 */
export async function editMessage(
  ctx: Pick<AppContext, 'config' | 'db' | 'caches' | 'presence' | 'renderer'>,
  requester: Requester,
  messageId: number,
  edit: MessageEdit,
): Promise<void> {
  if ([edit.content, edit.topic, edit.streamId].every((wanted) => wanted === undefined)) {
    throw new NothingToChangeError()
  }
  const alertedIds = await findAlertedBy(ctx, requester, edit)
  await ctx.db.transaction(async (tx) => {
    const place = await accessForEdit(tx, requester, messageId, edit)
    const move = await prepareMove(tx, requester, place, edit)
    const message = await lockForEdit(tx, place.message)
    const content = await prepareContent(ctx, tx, requester, message, edit)
    if (!move && !content) return

    const at = notBefore(message.last_edited_at, tx.now)
    const { stream } = place
    const topic = move?.to.topic ?? message.topic
    const newPlace = stream && { stream: move?.streams.to ?? stream, topic }
    const noteNewMentions =
      newPlace && content && (await watchMentions(ctx, tx, message, content.rendered))
    const starsSince = move && (await watchMovedStars(tx, requester.realm_id, move))
    await store(tx, requester, message, { move, content, at })
    if (content) {
      if (newPlace) {
        await checkWildcardMentions(tx, requester, newPlace, content.rendered)
      }
      await storeAttention(tx, message, { rendered: content.rendered, alertedIds }, newPlace)
      await noteNewMentions?.()
      const edited = { id: message.id, content: content.content }
      await linkUploadsOf(tx, requester, edited, message.content)
      const { rendered } = content
      await queueLinkPreviews(tx, requester.realm_id, [{ id: message.id, rendered }])
    }
    await publishUpdate(ctx, tx, requester, message, { stream, move, content, at })
    if (!move) return
    await publish(tx, requester.realm_id, (await starsSince?.()) ?? [])
    await carryVisibility(tx, requester.realm_id, move)
    await postNotices(ctx, tx, requester, move, edit)
  })
}

/** Messages that return to a stream of their reader have their stars again; those that leave are deleted for the reader. */
async function watchMovedStars(
  tx: Tx,
  realmId: number,
  { from, to, messageIds }: MessageMove,
): Promise<(() => Promise<Publication[]>) | undefined> {
  return from.streamId === to.streamId ? undefined : watchStars(tx, realmId, { messageIds })
}

/** The time of an edit: another one that was stored first may come from a transaction that began later. */
function notBefore(last: Date | null, now: Date): Date {
  return last && last > now ? last : now
}

async function store(
  tx: Tx,
  { realm_id: realmId, id: editorId }: Requester,
  message: MessageRow,
  {
    move,
    content,
    at,
  }: { move: MessageMove | undefined; content: EditedContent | undefined; at: Date },
): Promise<void> {
  if (move) await carryReadState(tx, realmId, move)
  await changeMessages(tx, realmId, {
    messageIds: move?.messageIds ?? [message.id],
    editorId,
    at,
    topic: move?.topic,
    streamId: move && (move.to.streamId === move.from.streamId ? undefined : move.to.streamId),
    content: content && storedContent(message.id, content),
  })
  await recheckPushesAbout(tx, realmId, move?.messageIds ?? [message.id])
  if (move) await dropReadStateOfEmptyTopic(tx, realmId, move.from)
}

/** Moves the read state along. Messages count as read for users who do not receive them in the new stream. */
async function carryReadState(tx: Tx, realmId: number, move: MessageMove): Promise<void> {
  if (move.from.streamId !== move.to.streamId) {
    const left = await listLeftBehind(tx, realmId, move)
    const publications = left.map(({ user_ids: userIds, message_ids: ids }) => ({
      event: flagAdded('read', ids),
      audience: { userIds },
    }))
    await publish(tx, realmId, publications)
  }
  await moveReadState(tx, realmId, move)
}

/**
 * Users with an alert word in the new content. Loading the alert words takes a separate connection, so call
 * this outside of transactions.
 */
async function findAlertedBy(
  { caches: { alertWords }, renderer }: Pick<AppContext, 'caches' | 'renderer'>,
  requester: Requester,
  { content }: MessageEdit,
): Promise<readonly number[]> {
  if (content === undefined) return []
  return alertWords.usersAlertedBy(requester, checkEditedContent(content), renderer)
}
