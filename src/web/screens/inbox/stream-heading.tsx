import { useApp } from '../../app'
import { allOf } from '../../conversations/open-stream'
import * as t from '../../i18n/en'
import { Icon } from '../../parts/icon/icon'
import { IconButton } from '../../parts/icon-button/icon-button'
import styles from './inbox-screen.module.css'

/** The stream above its unread topics; a link to all that is in it. */
export function StreamHeading({ streamId }: { streamId: number }) {
  const { store, navigation, reads, toasts } = useApp()
  const stream = store.subscription(streamId)
  if (!stream) return null
  const narrow = allOf(streamId)
  return (
    <div class={styles['heading']}>
      <span class={styles['sign']} style={{ '--stream': stream.color }}>
        {stream.invite_only ? <Icon name="lock" /> : <span class={styles['dot']} />}
      </span>
      <h2>
        <a href={navigation.hrefOf({ view: 'narrow', narrow })}>{stream.name}</a>
      </h2>
      <IconButton
        icon="check-check"
        class={styles['mark']}
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
