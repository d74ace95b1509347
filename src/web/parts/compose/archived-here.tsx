import { useApp } from '../../context/app'
import { streamOf } from '../../data/narrow/narrow'
import type { Stream } from '../../data/records/state'
import { rightsIn } from '../../data/streams/rights'
import * as t from '../../texts/catalog'
import { useRestoring } from '../restore-stream/use-restoring'
import styles from './compose.module.css'

/** The archived stream on screen, which takes no messages. */
export function useArchivedHere(): Stream | undefined {
  const { navigation, store } = useApp()
  const place = navigation.route.value
  const streamId = place.view === 'narrow' ? streamOf(place.narrow) : undefined
  const stream = typeof streamId === 'number' ? store.stream(streamId) : undefined
  return stream?.is_archived === true ? stream : undefined
}

/** Replacement of the compose box for an archived stream, with a button that restores the stream. */
export function ArchivedNotice({ stream }: { stream: Stream }) {
  const { store } = useApp()
  const { restore, question } = useRestoring()
  for (const key of ['realm_user_groups', 'archived', 'is_admin'] as const) store.read(key)
  return (
    <section class={styles['notJoined']} aria-label={t.compose.archivedTitle}>
      <p>{t.compose.archived}</p>
      {rightsIn(store.state, stream).administer && (
        <button type="button" class="button" onClick={() => restore(stream)}>
          {t.streamList.restore}
        </button>
      )}
      {question}
    </section>
  )
}
