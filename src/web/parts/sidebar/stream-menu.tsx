import { useSignal } from '@preact/signals'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import { allOf } from '../../data/conversations/open-stream'
import * as t from '../../texts/catalog'
import type { Subscription } from '../../data/records/state'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { Icon } from '../../ui/icon/icon'
import { Menu, MenuItem, MenuLink, MenuRule } from '../../ui/menu/menu'
import { ColorDialog } from '../streams/color-dialog'

/** Menu of actions for a subscribed stream. */
export function StreamMenu({
  stream,
  buttonClass = 'icon-button row-tool',
}: {
  stream: Subscription
  /** For a button outside of a sidebar row. */
  buttonClass?: string
}) {
  const { navigation, reads, toasts } = useApp()
  const shown = useSignal<'color' | 'leave' | undefined>(undefined)
  const { stream_id: streamId, name } = stream
  const all = allOf(streamId)
  const close = () => (shown.value = undefined)

  function attempt(doing: Promise<unknown>): void {
    doing.catch((error: unknown) => toasts.fail(t.streamMenu.failed, error))
  }

  /** Source: docs/protocol/subscriptions.md#settings. */
  function set(property: string, value: string | boolean): void {
    const change = { stream_id: streamId, property, value }
    attempt(call('POST /users/me/subscriptions/properties', { subscription_data: [change] }))
  }

  async function leave(): Promise<void> {
    await call('DELETE /users/me/subscriptions', { subscriptions: [name] })
    if (stream.invite_only) return toasts.say(t.streamMenu.left(name))
    toasts.say(t.streamMenu.left(name), {
      label: t.streamMenu.undo,
      run: () => attempt(call('POST /users/me/subscriptions', { subscriptions: [{ name }] })),
    })
  }

  return (
    <>
      <Menu
        label={t.streamMenu.name(name)}
        align="end"
        buttonClass={buttonClass}
        button={<Icon name="ellipsis-vertical" />}
      >
        {() => (
          <>
            <MenuLink icon="list" href={navigation.hrefOf({ view: 'narrow', narrow: all })}>
              {t.streamMenu.all}
            </MenuLink>
            <MenuLink
              icon="message-square"
              href={navigation.hrefOf({ view: 'topics', path: [String(streamId), name] })}
            >
              {t.topicList.open}
            </MenuLink>
            <MenuItem icon="check-check" onChoose={() => attempt(reads.markNarrow(all))}>
              {t.streamMenu.markRead}
            </MenuItem>
            <MenuRule />
            <MenuItem
              icon={stream.is_muted ? 'bell' : 'bell-off'}
              onChoose={() => set('is_muted', !stream.is_muted)}
            >
              {stream.is_muted ? t.streamMenu.unmute : t.streamMenu.mute}
            </MenuItem>
            <MenuItem
              icon={stream.pin_to_top ? 'pin-off' : 'pin'}
              onChoose={() => set('pin_to_top', !stream.pin_to_top)}
            >
              {stream.pin_to_top ? t.streamMenu.unpin : t.streamMenu.pin}
            </MenuItem>
            <MenuItem icon="palette" onChoose={() => (shown.value = 'color')}>
              {t.streamMenu.color}
            </MenuItem>
            <MenuLink
              icon="settings"
              href={navigation.hrefOf({
                view: 'streams',
                path: [String(streamId), name, 'general'],
              })}
            >
              {t.streamMenu.settings}
            </MenuLink>
            <MenuRule />
            <MenuItem
              icon="log-out"
              isDangerous
              onChoose={() => (stream.invite_only ? (shown.value = 'leave') : attempt(leave()))}
            >
              {t.streamMenu.leave}
            </MenuItem>
          </>
        )}
      </Menu>
      {shown.value === 'color' && (
        <ColorDialog stream={stream} onChoose={(color) => set('color', color)} onClose={close} />
      )}
      {shown.value === 'leave' && (
        <ConfirmDialog
          title={t.streamMenu.leaveTitle(name)}
          action={t.streamMenu.leave}
          isDangerous
          onConfirm={leave}
          onClose={close}
        >
          <p>{t.streamMenu.leaveWarning}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
