import { useApp } from '../../context/app'
import { mayEdit } from '../../data/messages/may-edit'

/** Opens the editor of the reader's last editable message in this narrow, if its row is on the page. */
export function useEditLast(): () => boolean {
  const { store, messages, actions, navigation, stretches } = useApp()
  return () => {
    const place = navigation.route.peek()
    if (place.view !== 'narrow') return false
    const { ids } = stretches.of(place.narrow).state.peek()
    const isMine = (id: number) => {
      const message = messages.get(id)
      return message !== undefined && mayEdit(message, store.state, Date.now() / 1000)
    }
    const last = ids.findLast(isMine)
    if (last === undefined || !document.querySelector(`[data-message-id="${last}"]`)) return false
    actions.editing.value = last
    return true
  }
}
