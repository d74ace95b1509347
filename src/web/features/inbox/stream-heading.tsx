import { useApp } from '../../context/app'
import { allOf } from '../../data/conversations/open-stream'
import * as t from '../../texts/catalog'
import { IconButton } from '../../ui/icon-button/icon-button'
import { StreamSign } from '../../parts/stream-sign/stream-sign'
import styles from './inbox-screen.module.css'

/** Heading of a stream's unread topics, with a link to all of its messages. */
export function StreamHeading({ streamId }: { streamId: number }) {
  const { store, navigation, reads, toasts } = useApp()
  const stream = store.subscription(streamId)
  if (!stream) return null
  const narrow = allOf(streamId)
  return (
    <div class={`row ${styles['heading']}`}>
      <StreamSign isPrivate={stream.invite_only} color={stream.color} />
      <h2>
        <a href={navigation.hrefOf({ view: 'narrow', narrow })}>{stream.name}</a>
      </h2>
      <IconButton
        icon="check-check"
        class="row-tool"
        label={t.inbox.markRead(stream.name)}
        onClick={() =>
          void reads
            .markNarrow(narrow)
            .catch((error: unknown) => toasts.fail(t.inbox.notMarked(stream.name), error))
        }
      />
    </div>
  )
}
