import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { todoOf } from '../../data/messages/widgets/todo'
import { nextIndex } from '../../data/messages/widgets/widget-data'
import type { Widget } from '../../data/messages/widgets/widget'
import { useWidget } from './use-widget'
import { WidgetFrame } from './widget-frame'
import styles from './widgets.module.css'

interface TodoProps {
  message: Message
  widget: Widget
}

/** A to-do list: any reader can tick tasks off and add tasks. */
export function TodoWidget({ message, widget }: TodoProps) {
  const { store } = useApp()
  const { title, tasks } = todoOf(widget, message.sender_id)
  const change = useWidget(message, t.todo.failed)
  const ownId = store.state.user_id

  function add(name: string): Promise<boolean> {
    const [task = '', ...description] = name.split(': ')
    const key = nextIndex(
      tasks.map((known) => known.key),
      ownId,
    )
    return change({ type: 'new_task', key, task, desc: description.join(': '), completed: false })
  }

  return (
    <WidgetFrame
      name={t.todo.name(title)}
      title={{
        text: title,
        fallback: t.todo.noTitle,
        label: t.todo.title,
        editLabel: t.todo.editTitle,
        mayEdit: message.sender_id === ownId,
      }}
      onTitle={(text) => change({ type: 'new_task_list_title', title: text })}
      add={{ label: t.todo.task, action: t.todo.add }}
      onAdd={add}
    >
      {tasks.map(({ key, name, description, isDone }) => (
        <li key={key}>
          <label class={styles['task']}>
            <input
              type="checkbox"
              checked={isDone}
              onChange={(event) => {
                // The checkbox changes when the server confirms.
                event.currentTarget.checked = isDone
                void change({ type: 'strike', key })
              }}
            />
            <span class={isDone ? styles['done'] : ''}>
              <bdi>{name}</bdi>
              {description !== '' && <small class={styles['names']}>{description}</small>}
            </span>
          </label>
        </li>
      ))}
    </WidgetFrame>
  )
}
