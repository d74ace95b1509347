import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'
import { conversationOfMessage } from '../../data/records/message'
import { conversationOf, narrowTo } from '../../data/narrow/narrow'

/** Parts of a message that a click has another effect on. */
const controls = 'a, button, input, summary, video, audio, .spoiler-header'

/** In a feed of several conversations, a click on a text opens its conversation at the message. */
export function useClickedTexts(): void {
  const { messages, navigation, store } = useApp()
  useEffect(() => {
    const open = ({ target }: MouseEvent) => {
      const place = navigation.route.peek()
      if (place.view !== 'narrow' || conversationOf(place.narrow)) return
      if (!(target instanceof Element) || target.closest(controls)) return
      const text = target.closest('[role="feed"] [data-content]')
      const id = text?.closest<HTMLElement>('[data-message-id]')?.dataset['messageId']
      const message = messages.get(Number(id))
      if (!message || getSelection()?.isCollapsed === false) return
      const narrow = narrowTo(conversationOfMessage(message, store.state.user_id))
      navigation.go({ view: 'narrow', narrow, near: message.id })
    }
    document.addEventListener('click', open)
    return () => document.removeEventListener('click', open)
  }, [])
}
