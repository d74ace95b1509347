import type { AppContext } from '../../../context'
import type { MessageRow, StreamRow, UserRow } from '../../../data/schema'
import { findStreamById } from '../../../data/streams/streams'
import { findUserById } from '../../../data/users/users'
import type { Text } from '../../../text/i18n/catalogs/catalog'
import { fragmentOf, streamAddress } from '../../../text/markdown/stream-links'
import { fixedError } from '../../../lib/api-error'
import type { ReportType } from '../../../wire/reports'
import type { Requester } from '../../rules/authentication'
import { realmSettingsOf } from '../../rules/realms/settings'
import { accessMessage } from '../../access/messages/access-message'
import { person, quote, spoiler, topicLink } from '../../rules/messages/quoting'
import { sendToStreamAs } from '../../posting/sending/system-messages'
import type { SystemStreamMessage } from '../../posting/sending/system-messages'

/** Source: docs/protocol/topics-and-moderation.md#report-needs-channel. */
export class ReportingOffError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The organization has named no channel for reports.',
  example: 'Message reporting is not enabled in this organization.',
}) {}

/** Source: docs/protocol/topics-and-moderation.md#report-description. */
export class ExplanationRequiredError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'A report of another kind says what is wrong.',
  example: 'An explanation is required.',
}) {}

/** Max characters of the quoted message, which leaves space for the rest of the report. */
const quotedCharacters = 2_000

export interface Report {
  type: ReportType
  description: string
}

/**
 * Reports a message that the requester may read: Notification Bot posts it, with the requester's name, to the
 * organization's channel for reports.
 *
 * @throws ReportingOffError, ExplanationRequiredError, InvalidMessageError
 * Source: docs/protocol/topics-and-moderation.md#reports.
 */
export async function reportMessage(
  ctx: Pick<AppContext, 'db' | 'caches' | 'renderer'>,
  requester: Requester,
  messageId: number,
  report: Report,
): Promise<void> {
  const { realm_id: realmId } = requester
  const channelId = realmSettingsOf(requester).moderation_request_channel_id
  if (channelId === -1) throw new ReportingOffError()
  const description = report.description.trim()
  if (report.type === 'other' && description === '') throw new ExplanationRequiredError()
  await ctx.db.transaction(async (tx) => {
    const message = await accessMessage(tx, requester, messageId)
    const channel = await findStreamById(tx, realmId, channelId)
    if (!channel || channel.deactivated_at) throw new ReportingOffError()
    const sender = await findUserById(tx, realmId, message.sender_id)
    if (!sender) throw new Error(`Message ${message.id} has no sender.`)
    const place =
      message.stream_id === null ? undefined : await findStreamById(tx, realmId, message.stream_id)
    const told = {
      stream: channel,
      topic: (say) => say('report.topic', { name: sender.full_name }),
      content: reportText(requester, { message, sender, place }, { ...report, description }),
      actorId: requester.id,
    } satisfies SystemStreamMessage
    await sendToStreamAs(ctx, tx, 'notification', [told])
  })
}

interface Reported {
  message: MessageRow
  sender: UserRow
  /** Stream of the message; undefined for private ones. */
  place: StreamRow | undefined
}

function reportText(
  requester: Requester,
  { message, sender, place }: Reported,
  { type, description }: Report,
): Text {
  const who = { reporter: person(requester), sender: person(sender) }
  const content = Array.from(message.content).slice(0, quotedCharacters).join('')
  const where: Text = (say) => {
    if (!place) return say('report.ofPrivate', who)
    const topic = topicLink(place, message.topic)
    return say('report.ofStream', { ...who, url: addressOf(place, message), topic })
  }
  return (say) =>
    [
      where(say),
      say('report.reason', { reason: say(`report.${type}`) }),
      ...(description === '' ? [] : [say('report.notes'), quote(description)]),
      spoiler(say('report.original', who), quote(content)),
    ].join('\n')
}

function addressOf(stream: StreamRow, { id, topic }: MessageRow): string {
  return `${streamAddress(stream)}/topic/${fragmentOf(topic)}/near/${id}`
}
