import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { call } from '../../data/api/call'
import { reasonOf } from '../../lib/reason-of'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { Check } from '../../ui/form/fields'
import { Loading } from '../../ui/loaded/loading'
import {
  nobodyChosen,
  PeopleChoice,
  useChosenPeople,
} from '../../parts/people-choice/people-choice'
import { PersonCell } from '../../parts/people-choice/person-cell'
import { Table } from '../../ui/table/table'
import type { Column } from '../../ui/table/table'
import { roleOf } from '../../data/people/roles'
import type { GroupValue, User } from '../../data/records/state'
import { useSubscribers } from '../../parts/streams/subscribers'
import { useStream } from './use-stream'
import styles from './streams.module.css'

/** Subscribers of a stream, with search, add and remove. */
export function StreamSubscribers() {
  const { store } = useApp()
  const { stream, rights } = useStream()
  const { ids, refusal, retry } = useSubscribers(stream.stream_id)
  const removing = useSignal<readonly User[]>([])
  const users = store.read('realm_users')
  const rows = useMemo(() => users.filter(({ user_id: id }) => ids?.has(id)), [users, ids])
  const nameOf = (id: number) => store.user(id)?.full_name
  const mayRemove = (user: User) => rights.removeSubscribers || user.user_id === store.state.user_id

  const columns: Column<User>[] = [
    {
      key: 'name',
      title: t.streamSubscribers.name,
      sortBy: ({ full_name: name }) => name,
      cell: (user) => <PersonCell user={user} />,
    },
    {
      key: 'role',
      title: t.streamSubscribers.role,
      width: '8rem',
      sortBy: ({ role }) => role,
      cell: (user) => roleOf(user, nameOf),
    },
    {
      key: 'tools',
      title: t.streamSubscribers.tools,
      width: '7rem',
      isTools: true,
      cell: (user) =>
        mayRemove(user) && (
          <button
            type="button"
            class="button"
            aria-label={t.streamSubscribers.removeOf(user.full_name)}
            onClick={() => (removing.value = [user])}
          >
            {t.streamSubscribers.remove}
          </button>
        ),
    },
  ]

  async function remove(): Promise<void> {
    await call('DELETE /users/me/subscriptions', {
      subscriptions: [stream.name],
      principals: removing.peek().map(({ user_id: id }) => id),
    })
  }

  return (
    <>
      {rights.addSubscribers ? (
        <AddSubscribers subscribed={ids} />
      ) : (
        <p class={styles['note']}>{t.streamSubscribers.mayNotAdd}</p>
      )}
      {ids ? (
        <>
          <p class={styles['note']} role="status">
            {t.streamSubscribers.count(rows.length)}
          </p>
          <Table
            label={t.streamSubscribers.label}
            find={t.streamSubscribers.find}
            none={t.streamSubscribers.none}
            rows={rows}
            keyOf={({ user_id: id }) => id}
            nameOf={({ full_name: name }) => name}
            textOf={({ full_name: name, email }) => `${name} ${email}`}
            columns={columns}
            sortedBy={{ column: 'name' }}
            {...(rights.removeSubscribers
              ? {
                  bulk: [
                    {
                      label: t.streamSubscribers.removeAll,
                      isDangerous: true,
                      run: (chosen: readonly User[]) => void (removing.value = chosen),
                    },
                  ],
                }
              : {})}
          />
        </>
      ) : (
        <Loading refusal={refusal} onRetry={retry} />
      )}
      {removing.value.length > 0 && (
        <ConfirmDialog
          title={t.streamSubscribers.removeTitle(removing.value.length)}
          action={t.streamSubscribers.remove}
          isDangerous
          onConfirm={remove}
          onClose={() => (removing.value = [])}
        >
          <p>
            {removing.value
              .slice(0, 5)
              .map(({ full_name: name }) => name)
              .join(', ')}
          </p>
          <p>
            {stream.invite_only
              ? t.streamSubscribers.removePrivate
              : t.streamSubscribers.removeWarning}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/**
 * For more users in one call, the server sends no notifications.
 * Source: docs/protocol/channel-settings.md#send-new-subscription-messages.
 */
const mostTold = 100

function AddSubscribers({ subscribed }: { subscribed: ReadonlySet<number> | undefined }) {
  const { stream } = useStream()
  const value = useSignal<GroupValue>(nobodyChosen)
  const tells = useSignal(true)
  const isBusy = useSignal(false)
  const outcome = useSignal<{ text: string; isBad?: boolean } | undefined>(undefined)
  const people = [...useChosenPeople(value.value)]
  const missing = people.filter((id) => !subscribed?.has(id))

  async function add(): Promise<void> {
    isBusy.value = true
    outcome.value = undefined
    try {
      await call('POST /users/me/subscriptions', {
        subscriptions: [{ name: stream.name }],
        principals: missing,
        send_new_subscription_messages: tells.value,
      })
      outcome.value = {
        text: t.streamSubscribers.added(missing.length, people.length - missing.length),
      }
      value.value = nobodyChosen
    } catch (error) {
      outcome.value = { text: reasonOf(error), isBad: true }
    } finally {
      isBusy.value = false
    }
  }

  return (
    <form
      class={styles['add']}
      aria-label={t.streamSubscribers.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (missing.length > 0) void add()
      }}
    >
      <PeopleChoice
        label={t.streamSubscribers.adds}
        value={value.value}
        onChange={(next) => (value.value = next)}
        hint={people.length > 0 && missing.length === 0 ? t.streamSubscribers.allAreIn : undefined}
      />
      {missing.length > 0 && missing.length <= mostTold && (
        <Check
          label={t.streamSubscribers.tell}
          isChecked={tells.value}
          onChange={(isOn) => (tells.value = isOn)}
        />
      )}
      <button class="button primary" disabled={missing.length === 0 || isBusy.value}>
        {t.streamSubscribers.addButton(missing.length)}
      </button>
      {outcome.value && (
        <p
          class={outcome.value.isBad ? 'notice bad' : 'notice'}
          role={outcome.value.isBad ? 'alert' : 'status'}
        >
          {outcome.value.text}
        </p>
      )}
    </form>
  )
}
