import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { pollOf } from '../../data/messages/widgets/poll'
import type { PollOption } from '../../data/messages/widgets/poll'
import { nextIndex } from '../../data/messages/widgets/widget-data'
import type { Widget } from '../../data/messages/widgets/widget'
import { useWidget } from './use-widget'
import { WidgetFrame } from './widget-frame'
import styles from './widgets.module.css'

interface PollProps {
  message: Message
  widget: Widget
}

/** A poll: a click votes for an option, or takes the vote back. */
export function PollWidget({ message, widget }: PollProps) {
  const { store } = useApp()
  const { question, options } = pollOf(widget, message.sender_id)
  const change = useWidget(message, t.poll.failed)
  const ownId = store.state.user_id

  return (
    <WidgetFrame
      name={t.poll.name(question)}
      title={{
        text: question,
        fallback: t.poll.noQuestion,
        label: t.poll.question,
        editLabel: t.poll.editQuestion,
        mayEdit: message.sender_id === ownId,
      }}
      onTitle={(text) => change({ type: 'question', question: text })}
      add={{ label: t.poll.add, action: t.poll.addAction }}
      onAdd={(option) => {
        const keys = options.map(({ key }) => key)
        return change({ type: 'new_option', idx: nextIndex(keys, ownId), option })
      }}
    >
      {options.map((option) => (
        <Option
          key={option.key}
          option={option}
          ownId={ownId}
          onVote={(vote) => void change({ type: 'vote', key: option.key, vote })}
        />
      ))}
    </WidgetFrame>
  )
}

interface OptionProps {
  option: PollOption
  ownId: number
  onVote: (vote: 1 | -1) => void
}

function Option({ option: { text, voterIds }, ownId, onVote }: OptionProps) {
  const { store } = useApp()
  const isOwn = voterIds.includes(ownId)
  const names = voterIds.map((id) =>
    id === ownId ? t.reactions.you : (store.user(id)?.full_name ?? t.reactions.somebody),
  )
  return (
    <li class={styles['option']}>
      <button
        type="button"
        class={styles['vote']}
        aria-pressed={isOwn}
        aria-label={t.poll.vote(text, voterIds.length)}
        onClick={() => onVote(isOwn ? -1 : 1)}
      >
        {voterIds.length}
      </button>
      <span>
        <bdi>{text}</bdi>
        {names.length > 0 && <small class={styles['names']}>{names.join(', ')}</small>}
      </span>
    </li>
  )
}
