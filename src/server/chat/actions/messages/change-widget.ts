import { Type } from '@sinclair/typebox'
import type { Static, TProperties } from '@sinclair/typebox'
import { sizeLimits } from '../../rules/limits'
import { widgetTypeOf } from '../../rules/texts'
import type { WidgetType } from '../../rules/texts'
import { fixedError } from '../../../lib/api-error'
import type { ErrorDoc } from '../../../lib/api-error'
import { BadRequestError } from '../../rules/errors'
import type { AppContext } from '../../../context'
import type { MessageRow } from '../../../data/schema'
import { insertSubmessage, measureSubmessages } from '../../../data/messages/submessages'
import { submessageAdded } from '../../../wire/message-events'
import { presentSubmessage } from '../../../wire/submessages'
import { followOwnTopic } from '../../posting/mutes/automatic'
import type { Requester } from '../../rules/authentication'
import { accessMessage, lockForEdit } from '../../access/messages/access-message'
import { publishToReaders } from '../../access/messages/message-visibility'
import { looksEmpty } from '../../../lib/characters'

/*
 * Steps in widgets, as clients write and read them. They are checked strictly, because clients trust
 * them: a malformed step would make the message unreadable in clients forever.
 */

const text = Type.String({ maxLength: sizeLimits.widgetTextCharacters })

/** Index of an option or task; clients accept no larger one. */
const index = Type.Integer({ minimum: 0, maximum: 1_000 })

const key = Type.String({
  pattern: '^(canned|[0-9]{1,15}),[0-9]{1,4}$',
  description: '`canned` or the ID of whoever added it, and which of theirs it is: `canned,0`',
})

function change<T extends string, P extends TProperties>(type: T, properties: P) {
  return Type.Object({ type: Type.Literal(type), ...properties }, { additionalProperties: false })
}

/** Schemas of steps, by `type`. */
export const widgetChangeSchemas = {
  vote: change('vote', { key, vote: Type.Union([Type.Literal(1), Type.Literal(-1)]) }),
  question: change('question', { question: text }),
  new_option: change('new_option', { idx: index, option: text }),
  new_task: change('new_task', { key: index, task: text, desc: text, completed: Type.Boolean() }),
  strike: change('strike', { key }),
  new_task_list_title: change('new_task_list_title', { title: text }),
}

type ChangeSchemas = typeof widgetChangeSchemas
export type WidgetChangeType = keyof ChangeSchemas
export type WidgetChange = { [T in WidgetChangeType]: Static<ChangeSchemas[T]> }[WidgetChangeType]

/** Steps allowed in each type of widget. */
const changesOf: Readonly<Record<WidgetType, readonly WidgetChangeType[]>> = {
  poll: ['vote', 'question', 'new_option'],
  todo: ['new_task', 'strike', 'new_task_list_title'],
}

/** Steps reserved for the sender of the widget, with the error message for others. */
const refusalsToOthers: Readonly<Partial<Record<WidgetChangeType, string>>> = {
  question: "You can't edit a question unless you are the author.",
  new_task_list_title: "You can't edit the task list title unless you are the author.",
}

/*
 * Refusals of steps.
 */

export class NoWidgetError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The message is no widget.',
  example: 'You cannot attach a submessage to this message.',
}) {}

export class ForeignWidgetChangeError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'There is no such thing to be done in widgets of this type.',
    example: 'Unknown type for poll data: strike',
  }

  constructor(widget: WidgetType, change: WidgetChangeType) {
    super(`Unknown type for ${widget} data: ${change}`)
  }
}

export class WidgetAuthorRequiredError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'Only whoever sent the widget may do this.',
    example: "You can't edit a question unless you are the author.",
  }
}

export class WidgetFullError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'So much was done in the widget that it can take no more.',
  example: `Too many submessages (limit: ${sizeLimits.submessageBytes} bytes)`,
}) {}

/**
 * Adds a step to a widget. All readers of the message may vote, add options and tasks, and strike tasks
 * off.
 *
 * @throws InvalidMessageError, the same for missing and hidden messages; ApiError for other refusals
 * Source: docs/protocol/messages.md#widget-change.
 */
export async function changeWidget(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  messageId: number,
  change: WidgetChange,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const found = await accessMessage(tx, requester, messageId)
    // The lock serializes steps, so that events arrive in the order in which the steps are stored.
    const message = await lockForEdit(tx, found)
    checkChange(requester, message, change)
    refuseEmpty(change)
    const { realm_id, id: message_id } = message
    const row = await insertSubmessage(tx, {
      realm_id,
      message_id,
      sender_id: requester.id,
      content: JSON.stringify(change),
    })
    const bytes = await measureSubmessages(tx, realm_id, message_id)
    if (bytes > sizeLimits.submessageBytes) throw new WidgetFullError()
    await publishToReaders(
      tx,
      requester,
      message,
      submessageAdded(presentSubmessage(message_id, row)),
    )
  })
  await followOwnTopic(ctx, requester, messageId, 'reacting')
}

/** @throws BadRequestError for an option or task that nobody can see */
function refuseEmpty(change: WidgetChange): void {
  if (change.type === 'new_option' && looksEmpty(change.option)) {
    throw new BadRequestError("Option can't be empty")
  }
  if (change.type === 'new_task' && looksEmpty(change.task)) {
    throw new BadRequestError("Task can't be empty")
  }
}

/** Checks that the widget has this step and that the requester may take it. @throws ApiError */
function checkChange(requester: Requester, message: MessageRow, { type }: WidgetChange): void {
  // Widgets cannot be edited, so the content still shows the type.
  const widgetType = message.is_widget ? widgetTypeOf(message.content) : undefined
  if (!widgetType) throw new NoWidgetError()
  if (!changesOf[widgetType].includes(type)) throw new ForeignWidgetChangeError(widgetType, type)
  const refusal = refusalsToOthers[type]
  if (refusal !== undefined && message.sender_id !== requester.id) {
    throw new WidgetAuthorRequiredError(refusal)
  }
}
