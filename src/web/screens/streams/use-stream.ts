import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { useApp } from '../../app'
import type { Stream } from '../../store/state'
import { rightsIn } from '../../streams/rights'
import type { StreamRights } from '../../streams/rights'

export const StreamContext = createContext<Stream | undefined>(undefined)

/** The stream whose settings the component is part of, and what the reader may do in it. */
export function useStream(): { stream: Stream; rights: StreamRights } {
  const { store } = useApp()
  const stream = useContext(StreamContext)
  if (!stream) throw new Error('No stream is around this component.')
  // Told when one of these changes.
  for (const key of ['realm_user_groups', 'subscriptions', 'is_admin'] as const) store.read(key)
  store.read('can_subscribe_other_users')
  return { stream, rights: rightsIn(store.state, stream) }
}
