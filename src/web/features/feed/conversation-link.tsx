import { useApp } from '../../context/app'
import { namePrivate } from '../../data/conversations/names'
import { Icon } from '../../ui/icon/icon'
import type { Conversation } from '../../data/records/conversation'
import { narrowTo } from '../../data/narrow/narrow'
import styles from './lead-in.module.css'

interface ConversationLinkProps {
  conversation: Conversation
  /** Id of the message that the conversation opens at. */
  near?: number
  isTabbable: boolean
}

/** Link to a conversation, in a feed of several conversations. */
export function ConversationLink({ conversation, near, isTabbable }: ConversationLinkProps) {
  const { navigation, store } = useApp()
  const tabIndex = isTabbable ? 0 : -1
  const href = navigation.hrefOf({
    view: 'narrow',
    narrow: narrowTo(conversation),
    ...(near === undefined ? {} : { near }),
  })
  if (conversation.kind === 'private') {
    return (
      <div class={styles['conversation']}>
        <Icon name="users" />
        <a href={href} tabIndex={tabIndex}>
          <bdi>{namePrivate(store, conversation.userIds)}</bdi>
        </a>
      </div>
    )
  }
  const { streamId, topic } = conversation
  const stream = store.stream(streamId)
  return (
    <div class={styles['conversation']}>
      <Icon name={stream?.invite_only === true ? 'lock' : 'hash'} />
      <a
        href={navigation.hrefOf({
          view: 'narrow',
          narrow: [{ operator: 'channel', operand: streamId }],
        })}
        tabIndex={tabIndex}
      >
        <bdi>{stream?.name}</bdi>
      </a>
      <Icon name="chevron-right" />
      <a href={href} tabIndex={tabIndex}>
        <bdi>{topic}</bdi>
      </a>
    </div>
  )
}
