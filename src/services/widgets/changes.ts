import { Type } from '@sinclair/typebox'
import type { Static, TProperties } from '@sinclair/typebox'
import { limits } from '../limits'
import type { WidgetType } from './widget'

/*
 * What people do in widgets, as clients write and read it. Clients trust what they are told of: one
 * ill-formed change would leave them without the message for ever.
 */

const text = Type.String({ maxLength: limits.widgetTextCharacters })

/** Clients count no further. */
const index = Type.Integer({ minimum: 0, maximum: 1_000 })

const key = Type.String({
  pattern: '^(canned|[0-9]{1,15}),[0-9]{1,4}$',
  description: '`canned` or the ID of whoever added it, and which of theirs it is: `canned,0`',
})

function change<T extends string, P extends TProperties>(type: T, properties: P) {
  return Type.Object({ type: Type.Literal(type), ...properties }, { additionalProperties: false })
}

/** By their `type`. */
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

/** What can be done in which widget. */
export const changesOf: Readonly<Record<WidgetType, readonly WidgetChangeType[]>> = {
  poll: ['vote', 'question', 'new_option'],
  todo: ['new_task', 'strike', 'new_task_list_title'],
}

/** What only whoever sent the widget may do, with what others are told. */
export const refusalsToOthers: Readonly<Partial<Record<WidgetChangeType, string>>> = {
  question: "You can't edit a question unless you are the author.",
  new_task_list_title: "You can't edit the task list title unless you are the author.",
}
