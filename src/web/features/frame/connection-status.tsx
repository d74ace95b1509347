import { useSignal } from '@preact/signals'
import { useApp } from '../../context/app'
import type { Trouble } from '../../data/connection/trouble'
import * as t from '../../texts/catalog'
import { Popover } from '../../ui/popover/popover'
import styles from './connection-status.module.css'

/** The state of the connection while it is lost; a tap tells the reason. */
export function ConnectionStatus() {
  const trouble = useApp().connection.trouble.value
  /** The button, while its card is open. */
  const anchor = useSignal<HTMLElement | undefined>(undefined)
  return (
    <>
      <span role="status" class={styles['status']}>
        {trouble && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={anchor.value !== undefined}
            onClick={(event) => (anchor.value = event.currentTarget)}
          >
            {t.connection[trouble]}
            {trouble === 'reconnecting' && <span>: {t.connection.noAnswer}</span>}
          </button>
        )}
      </span>
      {trouble && anchor.value?.isConnected && (
        <ConnectionCard
          trouble={trouble}
          anchor={anchor.value}
          onClose={() => (anchor.value = undefined)}
        />
      )}
    </>
  )
}

interface ConnectionCardProps {
  trouble: NonNullable<Trouble>
  anchor: HTMLElement
  onClose: () => void
}

/** Reason why the connection is lost, and a button that tries at once. */
function ConnectionCard({ trouble, anchor, onClose }: ConnectionCardProps) {
  const { connection } = useApp()
  const isTrying = useSignal(false)
  return (
    <Popover anchor={anchor} label={t.connection[trouble]} align="end" onClose={onClose}>
      <div class={styles['card']}>
        <p>{trouble === 'offline' ? t.connectionCard.noNetwork : t.connection.noAnswer}</p>
        <p class={styles['soft']} role="status">
          {isTrying.value ? t.connectionCard.trying : t.connectionCard.keepsTrying}
        </p>
        <button
          type="button"
          class="button"
          autofocus
          onClick={() => {
            isTrying.value = true
            connection.tryNow()
          }}
        >
          {t.start.tryNow}
        </button>
      </div>
    </Popover>
  )
}
