import { useApp } from '../../app'
import { t } from '../../i18n/t'
import styles from './sidebar.module.css'

/** Views, streams and private conversations, as links. */
export function Sidebar() {
  const { store, navigation } = useApp()
  return (
    <nav class={styles['sidebar']} aria-label={t.sidebar.name}>
      <a href={navigation.hrefOf({ view: 'inbox' })}>{t.views.inbox}</a>
      <h2>{t.sidebar.streams}</h2>
      <ul role="list">
        {store.read('subscriptions').map(({ stream_id: id, name }) => (
          <li key={id}>
            <a
              href={navigation.hrefOf({
                view: 'narrow',
                narrow: [{ operator: 'channel', operand: id }],
              })}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
