import { roles } from '../../../shared/rules/roles'
import { foldCase } from '../../../shared/rules/letter-case'
import { isResolvedTopic } from '../../../shared/rules/topics'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { mayResolve } from '../../data/messages/permissions'
import type { Conversation } from '../../data/records/conversation'
import { useNewestMessage } from '../topic-menu/use-newest-message'
import { isInCode } from '../typeahead/find-word'
import { useWriting } from './use-writing'
import styles from './warnings.module.css'

/** A wildcard mention is warned about in streams with more subscribers than this. */
const many = 15

interface WarningsProps {
  conversation: Conversation
  text: string
  /** Called when the reader reopens the resolved topic; its warning and button then go. */
  onReopen: () => void
}

/**
 * Warnings before sending: a resolved topic, a wildcard mention in a large stream, mentioned users outside the
 * stream, guests in a private conversation.
 */
export function Warnings({ conversation, text, onReopen }: WarningsProps) {
  if (conversation.kind === 'private') return <GuestWarning userIds={conversation.userIds} />
  const { streamId, topic } = conversation
  const hasMentions = /@\*\*/.test(text)
  return (
    <>
      {isResolvedTopic(topic) && (
        <ResolvedTopic streamId={streamId} topic={topic} onReopen={onReopen} />
      )}
      {hasMentions && <MentionWarnings streamId={streamId} text={text} />}
    </>
  )
}

interface ResolvedTopicProps extends Pick<WarningsProps, 'onReopen'> {
  streamId: number
  topic: string
}

/** Says that the topic is resolved, with a button that reopens it for people who may. */
function ResolvedTopic({ streamId, topic, onReopen }: ResolvedTopicProps) {
  const { actions, store } = useApp()
  const withNewest = useNewestMessage(streamId, topic)
  return (
    <div class={`${styles['warning']} ${styles['resolved']}`}>
      <p>{t.compose.resolvedTopic}</p>
      {mayResolve({ type: 'stream', stream_id: streamId }, store.state) && (
        <button
          type="button"
          class="button"
          onClick={() => {
            void withNewest(
              (message) => void actions.toggleResolved(message),
              (message) => mayResolve(message, store.state),
            )
            onReopen()
          }}
        >
          {t.compose.reopenTopic}
        </button>
      )}
    </div>
  )
}

/** Warning before a private message to guests, if the organization wants it. */
function GuestWarning({ userIds }: { userIds: readonly number[] }) {
  const { store } = useApp()
  if (!store.read('realm_enable_guest_user_dm_warning')) return null
  const guests = userIds.flatMap((id) => {
    const user = store.user(id)
    return user?.role === roles.guest ? [user.full_name] : []
  })
  return guests.length > 0 ? <p class={styles['warning']}>{t.compose.guests(guests)}</p> : null
}

function MentionWarnings({ streamId, text }: { streamId: number; text: string }) {
  const { store } = useApp()
  const { streamMembers } = useWriting()
  const members = streamMembers.of(streamId).value
  const stream = store.stream(streamId)
  if (!members || !stream) return null
  const mentioned = mentionsIn(text)
  const users = store.read('realm_users')
  const outside = users
    .filter(({ full_name: name, user_id: id, email, is_bot: isBot }) => {
      const isMeant = mentioned.ids.has(id) || mentioned.names.has(foldCase(name))
      return isMeant && !isBot && !members.has(email)
    })
    .map(({ full_name: name }) => name)
  return (
    <>
      {mentioned.isEverybody && members.size > many && (
        <p class={styles['warning']}>{t.compose.wildcard(members.size, stream.name)}</p>
      )}
      {outside.length > 0 && (
        <p class={styles['warning']}>{t.compose.notSubscribedPeople(outside, stream.name)}</p>
      )}
    </>
  )
}

const everybody = new Set(['all', 'everyone', 'stream', 'channel'])

function mentionsIn(text: string): {
  isEverybody: boolean
  names: ReadonlySet<string>
  ids: ReadonlySet<number>
} {
  const names = new Set<string>()
  const ids = new Set<number>()
  let isEverybody = false
  for (const { 1: name = '', 2: id, index } of text.matchAll(/@\*\*([^*\n|]*)(?:\|(\d+))?\*\*/g)) {
    if (isInCode(text.slice(0, index))) continue
    if (id !== undefined) ids.add(Number(id))
    else if (everybody.has(name)) isEverybody = true
    else names.add(foldCase(name))
  }
  return { isEverybody, names, ids }
}
