import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import { rolesInOrder } from '../../../../shared/rules/roles'
import * as t from '../../../texts/catalog'
import { matchingValues } from '../../../data/people/matching-values'
import { Table } from '../../../ui/table/table'
import type { User } from '../../../data/records/state'
import { columnsOfPeople } from './columns'
import { PeopleDialogs } from './people-dialogs'
import type { PeopleDialog } from './people-dialogs'
import { addressOf } from './person-facts'
import styles from './people.module.css'

/** Table of all users, with actions for administrators. */
export function People() {
  const app = useApp()
  const { store } = app
  const isAdmin = store.read('is_admin')
  const fields = store.read('custom_profile_fields')
  const isGone = useSignal(false)
  const role = useSignal(0)
  const dialog = useSignal<PeopleDialog | undefined>(undefined)
  const accounts = store.read(isGone.value ? 'realm_non_active_users' : 'realm_users')
  const rows = useMemo(
    () => accounts.filter((user) => !user.is_bot && (role.value === 0 || user.role === role.value)),
    [accounts, role.value],
  )
  useAllPresences()

  const open = (kind: PeopleDialog['kind']) => (people: readonly User[]) =>
    void (dialog.value = { kind, ids: people.map(({ user_id: id }) => id) })
  const columns = columnsOfPeople(app, isAdmin ? open : undefined)

  return (
    <>
      <Table
        // A new key resets the selection when the list changes between active and deactivated users.
        key={isGone.value ? 'deactivated' : 'active'}
        label={isGone.value ? t.peopleTable.deactivated : t.peopleTable.active}
        find={t.peopleTable.find}
        rows={rows}
        keyOf={({ user_id: id }) => id}
        nameOf={({ full_name: name }) => name}
        textOf={(user) =>
          [
            user.full_name,
            addressOf(user),
            t.person.roles[user.role] ?? '',
            ...matchingValues(user, fields),
          ].join(' ')
        }
        columns={columns}
        sortedBy={{ column: 'name' }}
        none={isGone.value ? t.peopleTable.noneDeactivated : t.peopleTable.none}
        {...(isAdmin ? { bulk: isGone.value ? bulkOfGone(open) : bulkOfActive(open) } : {})}
        tools={
          <>
            <select
              class={`field ${styles['filter']}`}
              aria-label={t.peopleTable.role}
              value={String(role.value)}
              onChange={(event) => (role.value = Number(event.currentTarget.value))}
            >
              <option value="0">{t.peopleTable.allRoles}</option>
              {rolesInOrder.map((each) => (
                <option key={each} value={String(each)}>
                  {t.peopleTable.rolePlural[each]}
                </option>
              ))}
            </select>
            <select
              class={`field ${styles['filter']}`}
              aria-label={t.peopleTable.state}
              value={String(isGone.value)}
              onChange={(event) => (isGone.value = event.currentTarget.value === 'true')}
            >
              <option value="false">{t.peopleTable.activeOption}</option>
              <option value="true">{t.peopleTable.deactivatedOption}</option>
            </select>
            <span class={styles['count']}>{t.peopleTable.count(rows.length)}</span>
          </>
        }
      />
      <PeopleDialogs dialog={dialog} />
    </>
  )
}

type Open = (kind: PeopleDialog['kind']) => (people: readonly User[]) => void

const bulkOfActive = (open: Open) => [
  { label: t.peopleTable.changeRole, run: open('role') },
  { label: t.peopleTable.changeSettings, run: open('settings') },
  { label: t.peopleTable.endSessions, run: open('sessions') },
  { label: t.peopleTable.deactivate, isDangerous: true, run: open('deactivate') },
]

const bulkOfGone = (open: Open) => [{ label: t.peopleTable.reactivate, run: open('reactivate') }]

/** The server's max number of days. */
const historyDays = 3_650

/** Fetches presence of all users; the state contains only recent presence. */
function useAllPresences(): void {
  const { store } = useApp()
  useEffect(() => {
    call('GET /realm/presence', {
      slim_presence: true,
      history_limit_days: historyDays,
    }).then(
      (answer) => store.takePresences(answer),
      // On an error, recent presence from the state remains.
      () => undefined,
    )
  }, [store])
}
