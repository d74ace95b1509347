import { useSignal } from '@preact/signals'
import { call } from '../../api/call'
import { reasonOf } from '../../api/errors'
import { useApp } from '../../app'
import { byName } from '../../conversations/names'
import * as t from '../../i18n/en'
import type { Stream } from '../../store/state'
import { Icon } from '../icon/icon'
import styles from './streams-dialog.module.css'

/** More are found by their names. */
const mostShown = 200

/** The streams, each with a button that joins or leaves it. */
export function AllStreams({ onCreate }: { onCreate: () => void }) {
  const { store } = useApp()
  const filter = useSignal('')
  const words = filter.value.trim().toLowerCase()
  const found = store
    .read('streams')
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words))
    .toSorted((a, b) => byName(a.name, b.name))

  return (
    <>
      <div class={styles['tools']}>
        <input
          class="field"
          type="text"
          autofocus
          aria-label={t.streams.filter}
          placeholder={t.streams.filter}
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
        {store.read('can_create_streams') && (
          <button type="button" class="button" onClick={onCreate}>
            {t.streams.create}
          </button>
        )}
      </div>
      <ul role="list" class={styles['list']}>
        {found.slice(0, mostShown).map((stream) => (
          <StreamItem key={stream.stream_id} stream={stream} />
        ))}
      </ul>
      {found.length === 0 && <p class={styles['note']}>{t.streams.nothing}</p>}
      {found.length > mostShown && (
        <p class={styles['note']}>{t.sidebar.more(found.length - mostShown)}</p>
      )}
    </>
  )
}

function StreamItem({ stream }: { stream: Stream }) {
  const { store } = useApp()
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const { stream_id: id, name, description, invite_only: isPrivate } = stream
  const isMember = store.subscription(id) !== undefined

  async function change(): Promise<void> {
    isBusy.value = true
    refusal.value = undefined
    try {
      if (isMember) await call('DELETE', '/users/me/subscriptions', { subscriptions: [name] })
      else await call('POST', '/users/me/subscriptions', { subscriptions: [{ name }] })
    } catch (error) {
      refusal.value = reasonOf(error)
    } finally {
      isBusy.value = false
    }
  }

  return (
    <li class={styles['item']}>
      <Icon name={isPrivate ? 'lock' : 'hash'} />
      <div class={styles['about']}>
        <p class={styles['name']}>
          {name}
          {isPrivate && <span class="visually-hidden">, {t.streams.private}</span>}
        </p>
        {description !== '' && <p class={styles['description']}>{description}</p>}
        {refusal.value !== undefined && (
          <p class={styles['refusal']} role="alert">
            {refusal.value}
          </p>
        )}
      </div>
      <button
        type="button"
        class="button"
        aria-label={isMember ? t.streams.leaveOf(name) : t.streams.joinOf(name)}
        disabled={isBusy.value}
        onClick={() => void change()}
      >
        {isMember ? t.streams.leave : t.streams.join}
      </button>
    </li>
  )
}
