import { useApp } from '../../context/app'
import type { Names } from '../../data/narrow/describe'

/** Names of streams and users, for filters in words. */
export function useNames(): Names {
  const { store, addressBook } = useApp()
  return {
    ownId: addressBook.ownId,
    streamName: (id) => addressBook.streamName(id),
    fullName: (id) => store.user(id)?.full_name,
  }
}
