import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { useKey } from '../../ui/keyboard/use-key'
import { Icon } from '../../ui/icon/icon'
import { Avatar } from '../../parts/avatar/avatar'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuLink, MenuRule } from '../../ui/menu/menu'
import { askForNotifications, notificationPermission } from '../../data/notifications/permission'
import { mayInvite } from '../../data/people/may-invite'
import { usePause } from '../../parts/pause/use-pause'
import { StatusEmoji } from '../../parts/person/status-emoji'
import { statusOf } from '../../parts/person/status'
import { colorSchemes, schemeOf } from '../../data/theme/remembered-theme'
import type { ColorScheme } from '../../data/theme/remembered-theme'
import { PauseItems } from './pause-items'
import { StatusDialog } from './status-dialog'
import styles from './your-menu.module.css'

const schemeIcons = { automatic: 'monitor', light: 'sun', dark: 'moon' } as const
const noStatus = { status_text: '', emoji_name: '' }
const schemes: readonly ColorScheme[] = ['automatic', 'light', 'dark']

/** The personal menu: status, notifications, settings, help, logout. */
export function YourMenu({ onShowHelp }: { onShowHelp: () => void }) {
  const app = useApp()
  const { store, connection, navigation, toasts, overlays, countTextsOnlyHere, logOut } = app
  const textsToLose = useSignal(0)
  const opener = useRef<(() => void) | null>(null)
  useKey('mainMenu', () => opener.current?.())

  const settings = store.read('user_settings')
  const scheme = schemeOf(settings['color_scheme'])
  const isPaused = usePause().end !== undefined
  const isInvisible = !settings['presence_enabled']
  const isShown = !isInvisible && connection.trouble.value === undefined
  const { user_id: ownId } = store.state
  const self = store.user(ownId)
  const status = statusOf(store.read('user_status'), ownId)

  async function change(setting: Record<string, unknown>): Promise<void> {
    try {
      await call('PATCH /settings', setting)
    } catch (error) {
      toasts.fail(t.yourMenu.notSaved, error)
    }
  }

  async function clearStatus(): Promise<void> {
    try {
      await call('POST /users/me/status', noStatus)
    } catch (error) {
      toasts.fail(t.yourMenu.notSaved, error)
    }
  }

  async function leave(): Promise<void> {
    try {
      textsToLose.value = await countTextsOnlyHere()
      if (textsToLose.value === 0) await logOut()
    } catch (error) {
      toasts.fail(t.yourMenu.notLoggedOut, error)
    }
  }

  async function turnOnNotifications(): Promise<void> {
    const permission = await askForNotifications()
    if (permission === 'granted') toasts.say(t.notifications.on)
    else if (permission !== 'default') toasts.fail(t.notificationStates[permission])
  }

  return (
    <>
      <Menu
        label={t.yourMenu.name}
        align="end"
        openerRef={opener}
        buttonClass={styles['button'] ?? ''}
        button={
          self && (
            <>
              <Avatar user={self} status={isShown ? 'active' : 'offline'} />
              {isPaused && (
                <span class={styles['paused']} title={t.pause.title}>
                  <Icon name="bell-off" />
                </span>
              )}
            </>
          )
        }
      >
        {() => (
          <>
            <p class={styles['name']}>{self?.full_name}</p>
            <MenuItem
              icon="search"
              keyName="switcher"
              onChoose={() => overlays.show({ kind: 'switcher' })}
            >
              {t.switcher.open}
            </MenuItem>
            <MenuItem icon="smile" onChoose={() => overlays.show({ kind: 'status' })}>
              {status ? (
                <>
                  <span class={styles['status']}>
                    <StatusEmoji userId={ownId} /> <bdi>{status.status_text}</bdi>
                  </span>
                  <span class={styles['soft']}>{t.yourMenu.changeStatus}</span>
                </>
              ) : (
                t.yourMenu.setStatus
              )}
            </MenuItem>
            {status && (
              <MenuItem icon="x" onChoose={() => void clearStatus()}>
                {t.yourMenu.clearStatus}
              </MenuItem>
            )}
            <MenuChoice
              icon="eye-off"
              isOneOfMany={false}
              isChosen={isInvisible}
              onChoose={() => void change({ presence_enabled: isInvisible })}
            >
              {t.yourMenu.invisible}
            </MenuChoice>
            <PauseItems />
            {notificationPermission.value === 'default' && (
              <MenuItem icon="bell" onChoose={() => void turnOnNotifications()}>
                {t.notifications.turnOn}
              </MenuItem>
            )}
            <MenuRule />
            <MenuGroup label={t.yourMenu.theme}>
              {schemes.map((one) => (
                <MenuChoice
                  key={one}
                  icon={schemeIcons[one]}
                  isChosen={one === scheme}
                  onChoose={() => void change({ color_scheme: colorSchemes[one] })}
                >
                  {t.yourMenu.themes[one]}
                </MenuChoice>
              ))}
            </MenuGroup>
            <MenuRule />
            <MenuLink icon="settings" href={navigation.hrefOf({ view: 'settings', path: [] })}>
              {t.views.settings}
            </MenuLink>
            <MenuLink
              icon="building-2"
              href={navigation.hrefOf({ view: 'organization', path: [] })}
            >
              {t.views.organization}
            </MenuLink>
            <MenuLink icon="users" href={navigation.hrefOf({ view: 'groups', path: [] })}>
              {t.views.groups}
            </MenuLink>
            {mayInvite(app) && (
              <MenuLink
                icon="user-round"
                href={navigation.hrefOf({ view: 'organization', path: ['invitations', 'new'] })}
              >
                {t.yourMenu.invite}
              </MenuLink>
            )}
            {matchMedia('(hover: hover)').matches && (
              <MenuItem icon="keyboard" keyName="help" onChoose={onShowHelp}>
                {t.keys.title}
              </MenuItem>
            )}
            <MenuItem icon="circle-help" onChoose={() => overlays.show({ kind: 'tour' })}>
              {t.firstSteps.showAround}
            </MenuItem>
            <MenuItem icon="log-out" onChoose={() => void leave()}>
              {t.yourMenu.logOut}
            </MenuItem>
          </>
        )}
      </Menu>
      {textsToLose.value > 0 && (
        <ConfirmDialog
          title={t.yourMenu.loseTitle}
          action={t.yourMenu.loseAction}
          isDangerous
          onConfirm={logOut}
          onClose={() => (textsToLose.value = 0)}
        >
          <p>{t.yourMenu.loseTexts(textsToLose.value)}</p>
        </ConfirmDialog>
      )}
      {overlays.open.value?.kind === 'status' && <StatusDialog onClose={overlays.close} />}
    </>
  )
}
