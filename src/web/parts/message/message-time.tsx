import { useApp } from '../../context/app'
import { fullTime, timeOfDay } from '../../texts/times'
import { conversationOfMessage } from '../../data/records/message'
import type { Message } from '../../data/records/message'
import { narrowTo } from '../../data/narrow/narrow'
import styles from './message-row.module.css'

/** Time of a message, as a link to the message in its conversation. */
export function MessageTime({ message, isTabbable }: { message: Message; isTabbable: boolean }) {
  const { navigation, store } = useApp()
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const narrow = narrowTo(conversationOfMessage(message, store.state.user_id))
  return (
    <a
      class={styles['time']}
      href={navigation.hrefOf({ view: 'narrow', narrow, near: message.id })}
      title={fullTime(message.timestamp, is24Hour)}
      tabIndex={isTabbable ? 0 : -1}
    >
      <time dateTime={new Date(message.timestamp * 1000).toISOString()}>
        {timeOfDay(message.timestamp, is24Hour)}
      </time>
    </a>
  )
}
