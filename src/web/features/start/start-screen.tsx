import * as t from '../../texts/catalog'
import styles from './start-screen.module.css'

/** Shown until the server can be reached; retries automatically. */
export function StartScreen({ onTryNow }: { onTryNow: () => void }) {
  return (
    <main class={styles['page']}>
      <h1>{t.start.title}</h1>
      <p role="status">{navigator.onLine ? t.connection.reconnecting : t.connection.offline}</p>
      <p>{t.start.explanation}</p>
      <button class="button primary" onClick={onTryNow}>
        {t.start.tryNow}
      </button>
    </main>
  )
}
