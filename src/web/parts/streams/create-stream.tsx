import { useSignal } from '@preact/signals'
import { call } from '../../api/call'
import { reasonOf } from '../../api/errors'
import { useApp } from '../../app'
import * as t from '../../i18n/en'
import { PeopleChoice } from './people-choice'
import styles from './streams-dialog.module.css'

interface CreateStreamProps {
  onBack: () => void
  onCreated: () => void
}

/** A form that makes a stream, with those who are in it from the beginning. */
export function CreateStream({ onBack, onCreated }: CreateStreamProps) {
  const { store, navigation } = useApp()
  const name = useSignal('')
  const description = useSignal('')
  const isPrivate = useSignal(!store.state.can_create_public_streams)
  const chosen = useSignal<ReadonlySet<number>>(new Set())
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const mayChoose = store.state.can_create_public_streams && store.state.can_create_private_streams

  async function create(): Promise<void> {
    const wanted = name.value.trim()
    // Naming a stream that is there would join it instead.
    const isTaken = store.state.streams.some(
      (one) => one.name.toLowerCase() === wanted.toLowerCase(),
    )
    if (isTaken) return void (refusal.value = t.streams.isTaken)
    isBusy.value = true
    try {
      await call('POST', '/users/me/subscriptions', {
        subscriptions: [{ name: wanted, description: description.value.trim() }],
        invite_only: isPrivate.value,
        announce: !isPrivate.value,
        ...(chosen.value.size > 0 ? { principals: [store.state.user_id, ...chosen.value] } : {}),
      })
      await goTo(wanted)
      onCreated()
    } catch (error) {
      refusal.value = reasonOf(error)
      isBusy.value = false
    }
  }

  /** The event that tells of it may come later than the answer. */
  async function goTo(wanted: string): Promise<void> {
    const { stream_id: streamId } = await call<{ stream_id: number }>('GET', '/get_stream_id', {
      stream: wanted,
    })
    navigation.go({ view: 'narrow', narrow: [{ operator: 'channel', operand: streamId }] })
  }

  return (
    <form
      class={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <label>
        {t.streams.streamName}
        <input
          class="field"
          required
          autofocus
          maxLength={60}
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <label>
        {t.streams.description}
        <input
          class="field"
          maxLength={1024}
          value={description.value}
          onInput={(event) => (description.value = event.currentTarget.value)}
        />
      </label>
      {mayChoose && (
        <label class={styles['check']}>
          <input
            type="checkbox"
            checked={isPrivate.value}
            onChange={(event) => (isPrivate.value = event.currentTarget.checked)}
          />
          {t.streams.isPrivate}
        </label>
      )}
      {store.state.can_subscribe_other_users && <PeopleChoice chosen={chosen} />}
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
      <div class={styles['buttons']}>
        <button type="button" class="button" onClick={onBack}>
          {t.streams.back}
        </button>
        <button class="button primary" disabled={isBusy.value}>
          {t.streams.submit}
        </button>
      </div>
    </form>
  )
}
