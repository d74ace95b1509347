import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { streamOf } from '../../data/narrow/narrow'
import { streamRefusal, writingCollections } from '../../data/send/permissions'
import { Icon } from '../../ui/icon/icon'
import { useWriting } from './use-writing'
import styles from './compose.module.css'

/** Buttons that start a message, for screens that show no single conversation. */
export function ClosedCompose() {
  const { navigation, store } = useApp()
  const { compose } = useWriting()
  const place = navigation.route.value
  const streamId = place.view === 'narrow' ? streamOf(place.narrow) : undefined
  const stream = typeof streamId === 'number' ? store.stream(streamId) : undefined
  for (const collection of writingCollections) store.read(collection)
  const refusal = stream && streamRefusal(store.state, stream.stream_id)
  if (refusal) return <p class={styles['refusal']}>{t.compose[refusal]}</p>
  return (
    <div class={styles['closed']}>
      <button
        type="button"
        class="button"
        onClick={() => {
          compose.newTopic()
        }}
      >
        <Icon name="pencil" />
        {stream ? t.compose.newTopicIn(stream.name) : t.compose.newTopic}
      </button>
      {!stream && (
        <button
          type="button"
          class="button"
          onClick={() => {
            compose.newPrivate()
          }}
        >
          <Icon name="mail" />
          {t.compose.newPrivate}
        </button>
      )}
    </div>
  )
}
