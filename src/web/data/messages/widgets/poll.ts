import { textIn } from './widget-data'
import type { Widget } from './widget'

export interface PollOption {
  /** `canned,0` for initial options, else `user id,index` of the user who added the option. */
  key: string
  text: string
  /** In the order of voting. */
  voterIds: readonly number[]
}

export interface Poll {
  question: string
  options: readonly PollOption[]
}

/**
 * State of a poll after all its submessages. Duplicate options are ignored.
 * Source: docs/protocol/messages.md#widget-change.
 */
export function pollOf({ start, changes }: Widget, authorId: number): Poll {
  let question = textIn(start['question'])
  const options = new Map<string, { key: string; text: string; voterIds: number[] }>()

  function add(key: string, text: string): void {
    if (text === '' || [...options.values()].some((option) => option.text === text)) return
    options.set(key, { key, text, voterIds: [] })
  }

  const first = Array.isArray(start['options']) ? start['options'] : []
  for (const [index, text] of first.entries()) add(`canned,${index}`, textIn(text))
  for (const { senderId, data } of changes) {
    if (data['type'] === 'question' && senderId === authorId) question = textIn(data['question'])
    if (data['type'] === 'new_option') {
      add(`${senderId},${String(data['idx'])}`, textIn(data['option']))
    }
    const option = data['type'] === 'vote' ? options.get(textIn(data['key'])) : undefined
    if (!option) continue
    option.voterIds = option.voterIds.filter((id) => id !== senderId)
    if (data['vote'] === 1) option.voterIds.push(senderId)
  }
  return { question, options: [...options.values()] }
}
