import { useApp } from '../../app'
import * as t from '../../i18n/en'
import type { Message } from '../../messages/message'
import { pollOf } from '../../messages/widgets/poll'
import type { PollOption } from '../../messages/widgets/poll'
import { nextIndex } from '../../messages/widgets/widget'
import type { Widget } from '../../messages/widgets/widget'
import { OneLineForm } from './one-line-form'
import { Title } from './title'
import { useWidget } from './use-widget'
import styles from './widgets.module.css'

interface PollProps {
  message: Message
  widget: Widget
}

/** A question and options: a click votes for one, or takes the vote back. */
export function PollWidget({ message, widget }: PollProps) {
  const { store } = useApp()
  const { question, options } = pollOf(widget, message.sender_id)
  const change = useWidget(message, t.poll.failed)
  const ownId = store.state.user_id

  return (
    <section class={styles['widget']} aria-label={t.poll.name(question)}>
      <Title
        text={question}
        fallback={t.poll.noQuestion}
        label={t.poll.question}
        editLabel={t.poll.editQuestion}
        mayEdit={message.sender_id === ownId}
        onSave={(text) => change({ type: 'question', question: text })}
      />
      <ul role="list" class={styles['list']}>
        {options.map((option) => (
          <Option
            key={option.key}
            option={option}
            ownId={ownId}
            onVote={(vote) => void change({ type: 'vote', key: option.key, vote })}
          />
        ))}
      </ul>
      <OneLineForm
        label={t.poll.add}
        action={t.poll.addAction}
        onSubmit={(option) => {
          const idx = nextIndex(
            options.map(({ key }) => key),
            ownId,
          )
          return change({ type: 'new_option', idx, option })
        }}
      />
    </section>
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
