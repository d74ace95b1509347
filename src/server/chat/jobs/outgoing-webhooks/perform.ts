import type { AppContext } from '../../../context'
import { findBotService } from '../../../data/bots/bots'
import { deleteWebhookJob } from '../../../data/bots/webhook-jobs'
import type { BotServiceRow, WebhookJobRow } from '../../../data/schema'
import { findUserById } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import type { Text } from '../../../text/i18n/catalogs/catalog'
import { ApiError } from '../../../lib/api-error'
import { nameTopics } from '../../../wire/named-topics'
import { presentSlackCall } from '../../../wire/outgoing-webhooks'
import type { WebhookCall, ServiceMessage } from '../../../wire/outgoing-webhooks'
import { bold, person, plain, streamLink } from '../../rules/messages/quoting'
import { postToStream, sendPrivately } from '../../posting/sending/send-message'
import { sendPrivatelyAs } from '../../posting/sending/system-messages'
import type { AddressPolicy } from '../../rules/outgoing/addresses'
import { postToService, readAnswer, readFailure } from './service-call'
import type { CallOutcome } from './service-call'

export interface WebhookContext extends Pick<
  AppContext,
  'db' | 'caches' | 'renderer' | 'storeMessage'
> {
  addresses: AddressPolicy
  externalHost: string
  timeoutMs: number
}

/** Client name of messages with the answers of services. */
const replyClient = 'OutgoingWebhookResponse'

/**
 * Calls the service of a bot and posts its answer as a message of the bot. Then deletes the job, unless the
 * call failed temporarily.
 *
 * @returns whether to try again
 */
export async function performWebhookJob(
  ctx: WebhookContext,
  job: WebhookJobRow,
  isLastAttempt: boolean,
): Promise<boolean> {
  const bot = await findUserById(ctx.db.query, job.realm_id, job.bot_id)
  const service = await findBotService(ctx.db.query, job.realm_id, job.bot_id)
  if (!bot || !service || bot.deactivated_at || bot.realm_deactivated_at) {
    await deleteWebhookJob(ctx.db.query, job)
    return false
  }
  const message = JSON.parse(job.message) as ServiceMessage
  const call: WebhookCall = {
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    token: service.token,
    trigger: job.trigger,
    data: message.content,
    // Services declare no capabilities.
    message: message.stream_id === undefined ? message : nameTopics(message),
  }
  const outcome = await callService(ctx, bot, service, call)
  if (outcome.kind === 'failure' && outcome.mayPass && !isLastAttempt) return true
  await conclude(ctx, { job, bot, message }, outcome)
  return false
}

/** Ends a job with which workers were lost, and tells the owner of the bot. */
export async function setWebhookJobAside(ctx: WebhookContext, job: WebhookJobRow): Promise<void> {
  const bot = await findUserById(ctx.db.query, job.realm_id, job.bot_id)
  if (!bot) return deleteWebhookJob(ctx.db.query, job)
  const message = JSON.parse(job.message) as ServiceMessage
  const reason: Text = (say) => say('service.lost')
  await conclude(ctx, { job, bot, message }, { kind: 'failure', reason, mayPass: false })
}

async function callService(
  ctx: WebhookContext,
  bot: UserWithRealm,
  service: BotServiceRow,
  call: WebhookCall,
): Promise<CallOutcome> {
  try {
    const answer = await postToService({
      url: service.base_url,
      ...encodeCall(ctx, bot, service, call),
      timeoutMs: ctx.timeoutMs,
      addresses: ctx.addresses,
    })
    return readAnswer(answer)
  } catch (error) {
    return readFailure(error)
  }
}

function encodeCall(
  { externalHost }: WebhookContext,
  bot: UserWithRealm,
  service: BotServiceRow,
  call: WebhookCall,
): { contentType: string; body: string } {
  if (service.interface === 1) {
    return { contentType: 'application/json', body: JSON.stringify(call) }
  }
  const subdomain = bot.realm_string_id
  const host = subdomain === '' ? externalHost : `${subdomain}.${externalHost}`
  const form = presentSlackCall(call, { id: bot.realm_id, host }, bot.id)
  const body = new URLSearchParams(form).toString()
  return { contentType: 'application/x-www-form-urlencoded', body }
}

/** A job with its bot, and the message that triggered the call. */
interface TriggeredCall {
  job: WebhookJobRow
  bot: UserWithRealm
  message: ServiceMessage
}

async function conclude(
  ctx: WebhookContext,
  call: TriggeredCall,
  outcome: CallOutcome,
): Promise<void> {
  const { job, bot, message } = call
  let failure = outcome.kind === 'failure' ? outcome.reason : undefined
  if (outcome.kind === 'reply') {
    try {
      await reply(ctx, call, outcome.content)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const reason = plain(error.message)
      failure = (say) => say('service.unsendable', { error: reason })
    }
  }
  const told = failure === undefined ? undefined : warningText(bot, message, failure)
  await ctx.db.transaction(async (tx) => {
    await deleteWebhookJob(tx, job)
    if (told === undefined || bot.bot_owner_id === null) return
    await sendPrivatelyAs(ctx, tx, 'notification', {
      realmId: bot.realm_id,
      recipientIds: [bot.bot_owner_id],
      content: told,
    })
  })
}

/**
 * Posts the answer in the conversation that triggered the call. Posts it once, even if a worker dies before
 * deleting the job, or loses the job to another worker.
 */
async function reply(
  ctx: WebhookContext,
  { job, bot, message }: TriggeredCall,
  content: string,
): Promise<void> {
  const echo = { queueId: replyClient, localId: String(job.id) }
  const text = { content, client: replyClient, echo }
  const { display_recipient: recipients, stream_id: streamId } = message
  if (streamId !== undefined) {
    await postToStream(ctx, bot, { to: streamId, topic: message.subject }, text)
  } else if (typeof recipients !== 'string') {
    const ids = recipients.map((recipient) => recipient.id)
    await sendPrivately(ctx, bot, ids, text)
  }
}

function warningText(bot: UserWithRealm, message: ServiceMessage, failure: Text): Text {
  const { display_recipient: recipient, stream_id: streamId } = message
  const values = { who: bold(message.sender_full_name), bot: person(bot) }
  if (typeof recipient !== 'string' || streamId === undefined) {
    return (say) => say('service.writtenTo', { ...values, outcome: failure(say) })
  }
  const stream = streamLink({ id: streamId, name: recipient })
  return (say) => say('service.mentioned', { ...values, stream, outcome: failure(say) })
}
