import { useSignal } from '@preact/signals'
import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import { conversationOf, streamOf } from '../../data/narrow/narrow'
import type { Stream } from '../../data/records/state'
import { rightsIn } from '../../data/streams/rights'
import * as t from '../../texts/catalog'
import styles from './compose.module.css'

/** Notice in a stream that the reader could join and has not joined, with a button that joins. */
export function NotJoined() {
  const { navigation, store } = useApp()
  const place = navigation.route.value
  for (const collection of ['streams', 'subscriptions', 'realm_user_groups'] as const) {
    store.read(collection)
  }
  if (place.view !== 'narrow') return null
  const { narrow } = place
  const streamId = streamOf(narrow)
  const isStream = narrow.length === 1 || conversationOf(narrow) !== undefined
  const stream = typeof streamId === 'number' && isStream ? store.stream(streamId) : undefined
  if (!stream || store.subscription(stream.stream_id) || !rightsIn(store.state, stream).read) {
    return null
  }
  return <Notice key={stream.stream_id} stream={stream} />
}

function Notice({ stream }: { stream: Stream }) {
  const { toasts } = useApp()
  const isBusy = useSignal(false)

  async function join(): Promise<void> {
    isBusy.value = true
    try {
      await call('POST /users/me/subscriptions', { subscriptions: [{ name: stream.name }] })
    } catch (error) {
      toasts.fail(t.notJoined.failed(stream.name), error)
    } finally {
      isBusy.value = false
    }
  }

  return (
    <section class={styles['notJoined']} aria-label={t.notJoined.title}>
      <p>
        <strong>{t.notJoined.title}</strong> {t.notJoined.effect}
      </p>
      <button
        type="button"
        class="button primary"
        disabled={isBusy.value}
        onClick={() => void join()}
      >
        {t.notJoined.join}
      </button>
    </section>
  )
}
