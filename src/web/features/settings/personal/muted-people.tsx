import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { PersonFinder } from '../../../parts/person-finder/person-finder'
import { Table } from '../../../ui/table/table'
import styles from './personal.module.css'

/** Muted users. */
export function MutedPeople() {
  const { store, toasts } = useApp()
  const muted = store.read('muted_users')
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const nameOf = ({ id }: { id: number }) => store.user(id)?.full_name ?? t.sidebar.somebody
  const without = new Set([store.state.user_id, ...muted.map(({ id }) => id)])

  async function unmute(people: readonly { id: number }[]): Promise<void> {
    for (const { id } of people)
      await call('DELETE /users/me/muted_users/{muted_user_id}', { muted_user_id: id })
  }

  async function tryTo(act: Promise<unknown>): Promise<void> {
    try {
      await act
    } catch (error) {
      toasts.fail(t.person.muteFailed, error)
    }
  }

  return (
    <>
      <p class={styles['soft']}>{t.mutedPeople.about}</p>
      <div class={styles['finder']}>
        <PersonFinder
          label={t.mutedPeople.add}
          without={without}
          onChoose={(id) =>
            void tryTo(call('POST /users/me/muted_users/{muted_user_id}', { muted_user_id: id }))
          }
        />
      </div>
      <Table
        label={t.mutedPeople.title}
        rows={muted}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        none={t.mutedPeople.none}
        bulk={[{ label: t.mutedPeople.unmute, run: unmute }]}
        columns={[
          { key: 'name', title: t.mutedPeople.name, sortBy: nameOf, cell: nameOf },
          {
            key: 'since',
            title: t.mutedPeople.since,
            sortBy: ({ timestamp }) => timestamp,
            cell: ({ timestamp }) => shortTime(timestamp, is24Hour),
          },
          {
            key: 'tools',
            title: t.table.actions,
            isTools: true,
            width: '6rem',
            cell: (person) => (
              <button
                type="button"
                class="button"
                aria-label={t.mutedPeople.unmuteOf(nameOf(person))}
                onClick={() => void tryTo(unmute([person]))}
              >
                {t.mutedPeople.unmute}
              </button>
            ),
          },
        ]}
      />
    </>
  )
}
