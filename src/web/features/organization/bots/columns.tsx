import { useSignal } from '@preact/signals'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { Avatar } from '../../../parts/avatar/avatar'
import { Icon } from '../../../ui/icon/icon'
import { Menu, MenuItem, MenuRule } from '../../../ui/menu/menu'
import { PersonLink } from '../../../parts/person/person-link'
import type { Column } from '../../../ui/table/table'
import { findRecord } from '../../../data/records/records'
import type { Bot, User } from '../../../data/records/state'
import { BotDialogs } from '../../settings/bots/bot-dialogs'
import type { BotDialog } from '../../settings/bots/bot-dialogs'
import styles from './organization-bots.module.css'

type NameOf = (id: number | null | undefined) => string

/** Columns of the table of bots. */
export function columnsOfBots(nameOf: NameOf): Column<User>[] {
  return [
    {
      key: 'name',
      title: t.bots.name,
      width: 'minmax(0, 1.4fr)',
      sortBy: ({ full_name: name }) => name,
      cell: (bot) => <Name bot={bot} />,
    },
    {
      key: 'email',
      title: t.bots.email,
      width: 'minmax(0, 1.4fr)',
      sortBy: ({ email }) => email,
      cell: ({ email }) => <span class={styles['email']}>{email}</span>,
    },
    {
      key: 'type',
      title: t.bots.type,
      sortBy: kindOf,
      cell: kindOf,
    },
    {
      key: 'owner',
      title: t.bots.owner,
      sortBy: ({ bot_owner_id: id }) => nameOf(id),
      cell: ({ bot_owner_id: id }) =>
        id == null ? nameOf(id) : <PersonLink userId={id}>{nameOf(id)}</PersonLink>,
    },
    {
      key: 'tools',
      title: t.table.actions,
      isTools: true,
      width: '2.5rem',
      cell: (bot) => <Tools bot={bot} />,
    },
  ]
}

function kindOf({ bot_type: type }: User): string {
  return t.bots.kinds[type as 1] ?? ''
}

function Name({ bot }: { bot: User }) {
  return (
    <span class={styles['who']}>
      <Avatar user={bot} size="s" />
      <bdi class={styles['name']}>{bot.full_name}</bdi>
      {!bot.is_active && <span class={styles['tag']}>{t.bots.inactive}</span>}
    </span>
  )
}

/** For users who may change the bot: its owner, and administrators. */
function Tools({ bot: { user_id: id, full_name: name } }: { bot: User }) {
  const { store } = useApp()
  const open = useSignal<BotDialog | undefined>(undefined)
  const bot: Bot | undefined = findRecord(store.read('realm_bots'), 'user_id', id)
  if (!bot) return null
  const show = (dialog: BotDialog) => () => (open.value = dialog)
  return (
    <>
      <Menu
        label={t.peopleTable.actionsOf(name)}
        align="end"
        button={<Icon name="ellipsis-vertical" />}
      >
        {() =>
          bot.is_active ? (
            <>
              <MenuItem icon="pencil" onChoose={show('edit')}>
                {t.bots.edit}
              </MenuItem>
              <MenuItem icon="history" onChoose={show('regenerate')}>
                {t.bots.regenerate}
              </MenuItem>
              <MenuRule />
              <MenuItem icon="trash-2" isDangerous onChoose={show('deactivate')}>
                {t.bots.deactivate}
              </MenuItem>
            </>
          ) : (
            <MenuItem icon="history" onChoose={show('reactivate')}>
              {t.bots.reactivate}
            </MenuItem>
          )
        }
      </Menu>
      <BotDialogs bot={bot} open={open} />
    </>
  )
}
