import type { Tx } from '../../data/engine/database'
import { insertSubmessage } from '../../data/messages/submessages'
import { widgetTypeOf } from '../rules/texts'
import { presentSubmessage } from '../../wire/submessages'
import type { SubmessageRecord } from '../../../shared/submessages'
import { visibly } from '../../lib/characters'

/** Content of a widget's first submessage: its type and initial data. */
export type Widget =
  | { widget_type: 'poll'; extra_data: { question: string; options: string[] } }
  | {
      widget_type: 'todo'
      extra_data: { task_list_title: string; tasks: { task: string; desc: string }[] }
    }

/**
 * Parses a widget: `/poll Question` or `/todo Title`, then one option or task per line, optionally as
 * list items. A task may continue with `: ` and a description.
 * Source: docs/protocol/messages.md#widget-start.
 */
export function widgetOf(content: string): Widget | undefined {
  const type = widgetTypeOf(content)
  if (type === undefined) return undefined
  const [title = '', ...lines] = content.slice(`/${type}`.length).split(/\r\n|[\n\r]/)
  const entries = lines
    .map((line) => visibly(line.trim().replace(/^[-*]?\s*/, '')))
    .filter((entry) => entry !== '')
  if (type === 'poll') {
    return { widget_type: type, extra_data: { question: visibly(title), options: entries } }
  }
  return {
    widget_type: type,
    extra_data: { task_list_title: visibly(title), tasks: entries.map(taskOf) },
  }
}

function taskOf(entry: string): { task: string; desc: string } {
  const [task = '', ...rest] = entry.split(': ')
  return { task: task.trim(), desc: rest.join(': ').trim() }
}

interface StartingMessage {
  sender: { realm_id: number; id: number }
  content: string
}

/** Stores the first submessage of each widget among new messages; answers submessages by message id. */
export async function startWidgets(
  tx: Tx,
  messages: readonly { draft: StartingMessage; id: number }[],
): Promise<ReadonlyMap<number, SubmessageRecord[]>> {
  const started = new Map<number, SubmessageRecord[]>()
  for (const { draft, id } of messages) {
    const widget = widgetOf(draft.content)
    // Widgets are rare, so one insert per widget is cheap enough.
    if (!widget) continue
    const { realm_id, id: sender_id } = draft.sender
    const content = JSON.stringify(widget)
    const row = await insertSubmessage(tx, { realm_id, message_id: id, sender_id, content })
    started.set(id, [presentSubmessage(id, row)])
  }
  return started
}
