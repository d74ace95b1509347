import type { App } from '../../../context/app'
import { useApp } from '../../../context/app'
import { mayManageRole } from '../../../../shared/rules/roles'
import * as t from '../../../texts/catalog'
import { Avatar } from '../../../parts/avatar/avatar'
import { Icon } from '../../../ui/icon/icon'
import { Menu, MenuItem, MenuRule } from '../../../ui/menu/menu'
import { PersonLink } from '../../../parts/person/person-link'
import type { Column } from '../../../ui/table/table'
import type { User } from '../../../data/records/state'
import type { PeopleDialog } from './people-dialogs'
import { addressOf, describeLastActive, lastActive } from './person-facts'
import styles from './people.module.css'

type Open = (kind: PeopleDialog['kind']) => (people: readonly User[]) => void

/** @param open opens a dialog about a user; undefined if the reader may not change accounts */
export function columnsOfPeople(app: App, open: Open | undefined): readonly Column<User>[] {
  const columns: Column<User>[] = [
    {
      key: 'name',
      title: t.peopleTable.name,
      width: 'minmax(0, 1.4fr)',
      sortBy: ({ full_name: name }) => name,
      cell: (user) => <Name user={user} />,
    },
    {
      key: 'email',
      title: t.peopleTable.email,
      width: 'minmax(0, 1.4fr)',
      sortBy: addressOf,
      cell: (user) => <span class={styles['email']}>{addressOf(user)}</span>,
    },
    {
      key: 'role',
      title: t.peopleTable.role,
      width: '7.5rem',
      sortBy: ({ role }) => role,
      cell: ({ role }) => t.person.roles[role] ?? '',
    },
    {
      key: 'active',
      title: t.peopleTable.lastActive,
      width: '7.5rem',
      sortBy: ({ user_id: id }) => -lastActive(app, id),
      cell: ({ user_id: id }) => <LastActive userId={id} />,
    },
  ]
  if (open) {
    columns.push({
      key: 'tools',
      title: t.table.actions,
      isTools: true,
      width: '2.5rem',
      cell: (user) => <Tools user={user} open={open} />,
    })
  }
  return columns
}

function Name({ user }: { user: User }) {
  const { store } = useApp()
  return (
    <span class={styles['person']}>
      <Avatar user={user} size="s" />
      <PersonLink userId={user.user_id} class={styles['name']}>
        <bdi>{user.full_name}</bdi>
      </PersonLink>
      {user.user_id === store.state.user_id && (
        <span class={styles['you']}>{t.peopleTable.you}</span>
      )}
    </span>
  )
}

/** A component of its own, so that presence events re-render only this cell. */
function LastActive({ userId }: { userId: number }) {
  return <>{describeLastActive(useApp(), userId)}</>
}

function Tools({ user, open }: { user: User; open: Open }) {
  const { store } = useApp()
  if (!mayManageRole({ isOwner: store.read('is_owner') }, user.role)) return null
  const show = (kind: PeopleDialog['kind']) => () => open(kind)([user])
  return (
    <Menu
      label={t.peopleTable.actionsOf(user.full_name)}
      align="end"
      button={<Icon name="ellipsis-vertical" />}
    >
      {() =>
        !user.is_active ? (
          <MenuItem icon="history" onChoose={show('reactivate')}>
            {t.peopleTable.reactivate}
          </MenuItem>
        ) : (
          <>
            <MenuItem icon="pencil" onChoose={show('edit')}>
              {t.peopleTable.edit}
            </MenuItem>
            <MenuItem icon="users" onChoose={show('role')}>
              {t.peopleTable.changeRole}
            </MenuItem>
            <MenuItem icon="settings" onChoose={show('settings')}>
              {t.peopleTable.changeSettings}
            </MenuItem>
            <MenuItem icon="link" onChoose={show('password')}>
              {t.peopleTable.resetPassword}
            </MenuItem>
            <MenuItem icon="log-out" onChoose={show('sessions')}>
              {t.peopleTable.endSessions}
            </MenuItem>
            <MenuItem icon="smartphone" onChoose={show('secondFactor')}>
              {t.secondFactor.removeFrom}
            </MenuItem>
            <MenuRule />
            <MenuItem icon="trash-2" isDangerous onChoose={show('deactivate')}>
              {t.peopleTable.deactivate}
            </MenuItem>
          </>
        )
      }
    </Menu>
  )
}
