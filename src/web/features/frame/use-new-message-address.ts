import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'

/** Address of the shortcut of the installed app; see manifest.webmanifest. */
const address = '#new-message'

/** At the address for a new message, the inbox opens with an empty compose box. */
export function useNewMessageAddress(): void {
  const { navigation, writing } = useApp()
  const compose = writing.value?.compose
  const visit = navigation.visit.value
  useEffect(() => {
    if (!compose || location.hash !== address) return
    navigation.replace({ view: 'inbox' })
    compose.newTopic()
  }, [compose, visit])
}
