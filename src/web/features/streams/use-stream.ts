import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { useApp } from '../../context/app'
import type { Stream } from '../../data/records/state'
import { rightsIn } from '../../data/streams/rights'
import type { StreamRights } from '../../data/streams/rights'

export const StreamContext = createContext<Stream | undefined>(undefined)

/** The stream of the surrounding component, and the reader's rights in it. @throws Error outside of a stream */
export function useStream(): { stream: Stream; rights: StreamRights } {
  const { store } = useApp()
  const stream = useContext(StreamContext)
  if (!stream) throw new Error('No stream is around this component.')
  // Subscribes to the data that the rights depend on.
  for (const key of ['realm_user_groups', 'subscriptions', 'is_admin'] as const) store.read(key)
  store.read('can_subscribe_other_users')
  return { stream, rights: rightsIn(store.state, stream) }
}
