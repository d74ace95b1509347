import { isObject } from './widget'
import { textIn } from './widget-data'
import type { Widget } from './widget'

interface Task {
  key: string
  name: string
  description: string
  isDone: boolean
}

export interface TodoList {
  title: string
  tasks: readonly Task[]
}

/**
 * State of a to-do list after all its submessages. Duplicate tasks are ignored.
 * Source: docs/protocol/messages.md#widget-change.
 */
export function todoOf({ start, changes }: Widget, authorId: number): TodoList {
  let title = textIn(start['task_list_title'])
  const tasks = new Map<string, Task>()

  function add(key: string, data: Readonly<Record<string, unknown>>): void {
    const name = textIn(data['task'])
    if (name === '' || [...tasks.values()].some((task) => task.name === name)) return
    tasks.set(key, {
      key,
      name,
      description: textIn(data['desc']),
      isDone: data['completed'] === true,
    })
  }

  const first = Array.isArray(start['tasks']) ? start['tasks'] : []
  for (const [index, task] of first.entries()) if (isObject(task)) add(`canned,${index}`, task)
  for (const { senderId, data } of changes) {
    if (data['type'] === 'new_task_list_title' && senderId === authorId) {
      title = textIn(data['title'])
    }
    if (data['type'] === 'new_task') add(`${senderId},${String(data['key'])}`, data)
    const task = data['type'] === 'strike' ? tasks.get(textIn(data['key'])) : undefined
    if (task) tasks.set(task.key, { ...task, isDone: !task.isDone })
  }
  return { title, tasks: [...tasks.values()] }
}
